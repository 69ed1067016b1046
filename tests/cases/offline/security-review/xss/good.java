import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.util.HtmlUtils;

class Greet {
  void hello(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String name = HtmlUtils.htmlEscape(request.getParameter("name"));
    response.getWriter().println("<h1>Hello " + name + "</h1>");
  }

  void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.setContentType("text/plain; charset=utf-8");
    response.getWriter().println("unknown command " + request.getParameter("command"));
  }
}
