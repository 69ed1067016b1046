import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

class Reports {
  private static final Path FOLDER = Path.of("/srv/notes");

  @GetMapping("/note")
  String note(@RequestParam String name) throws IOException {
    Path path = FOLDER.resolve(name).normalize();
    if (!path.startsWith(FOLDER)) {
      throw new IOException("outside the folder");
    }
    return Files.readString(path);
  }
}
