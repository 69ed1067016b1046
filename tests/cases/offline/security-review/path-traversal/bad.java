import jakarta.servlet.http.HttpServletRequest;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

class Reports {
  FileInputStream open(HttpServletRequest request) throws IOException {
    return new FileInputStream("/srv/reports/" + request.getParameter("file")); // expect: java-path-traversal
  }

  @GetMapping("/note")
  String note(@RequestParam String name) throws IOException {
    return Files.readString(Path.of("/srv/notes", name)); // expect: java-path-traversal
  }
}
