import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

class Preview {
  @GetMapping("/preview")
  InputStream fetch(@RequestParam("url") String address) throws IOException {
    return new URL(address).openStream(); // expect: java-ssrf
  }
}
