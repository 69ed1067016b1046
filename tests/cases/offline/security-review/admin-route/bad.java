import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

class Security {
  SecurityFilterChain chain(HttpSecurity http) throws Exception {
    http.csrf(c -> c.disable()); // expect: java-csrf-disabled
    http.authorizeHttpRequests(rules -> {
      rules.requestMatchers("/admin/**").permitAll(); // expect: java-open-admin-route
      rules.anyRequest().authenticated();
    });
    return http.build();
  }
}
