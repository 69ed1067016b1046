import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

class Login {
  void after(HttpServletResponse response) throws IOException {
    response.sendRedirect("/home");
  }

  void moved(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.sendRedirect("/shop?" + request.getQueryString());
  }
}
