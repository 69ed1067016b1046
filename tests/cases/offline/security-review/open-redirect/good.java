import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

class Login {
  void after(HttpServletResponse response) throws IOException {
    response.sendRedirect("/home");
  }
}
