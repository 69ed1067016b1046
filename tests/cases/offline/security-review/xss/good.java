import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.util.HtmlUtils;

class Greet {
  void hello(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String name = HtmlUtils.htmlEscape(request.getParameter("name"));
    response.getWriter().println("<h1>Hello " + name + "</h1>");
  }
}
