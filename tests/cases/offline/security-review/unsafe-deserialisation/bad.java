import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;

class Session {
  Object restore(InputStream stream) throws IOException, ClassNotFoundException {
    ObjectInputStream input = new ObjectInputStream(stream);
    return input.readObject(); // expect: java-unsafe-deserialisation
  }
}
