import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;

class Session {
  private final ObjectMapper mapper = new ObjectMapper();

  State restore(InputStream stream) throws IOException {
    return mapper.readValue(stream, State.class);
  }

  record State(String user) {}
}
