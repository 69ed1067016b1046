import java.io.FileReader;
import java.io.IOException;
import java.util.Optional;

class Load {
  void store(Mailbox mailbox) {
    try { // expect: java-error-swallowed
      mailbox.deliver();
    } catch (Exception problem) {
    }
  }

  int size(String text) {
    try {
      return Integer.parseInt(text);
    } finally { // expect: java-return-in-finally
      return 0;
    }
  }

  int first(String path) throws IOException {
    FileReader reader = new FileReader(path); // expect: java-stream-not-closed
    int sign = reader.read();
    reader.close();
    return sign;
  }

  String name(Users users, long id) {
    return users.findById(id).get(); // expect: java-optional-unwrapped-unchecked
  }

  interface Mailbox {
    void deliver() throws IOException;
  }

  interface Users {
    Optional<String> findById(long id);
  }
}
