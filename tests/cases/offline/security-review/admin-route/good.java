import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

class Security {
  SecurityFilterChain chain(HttpSecurity http) throws Exception {
    http.authorizeHttpRequests(rules -> {
      rules.requestMatchers("/admin/**").hasRole("OPERATOR");
      rules.requestMatchers("/actuator/health").permitAll();
      rules.anyRequest().authenticated();
    });
    return http.build();
  }
}
