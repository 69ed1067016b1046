import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;

class Session {
  private String user;
  private final ObjectMapper mapper = new ObjectMapper();

  State restore(InputStream stream) throws IOException {
    return mapper.readValue(stream, State.class);
  }

  record State(String user) {}

  void readFields(ObjectInputStream stream) throws IOException, ClassNotFoundException {
    user = (String) stream.readObject();
  }
}
