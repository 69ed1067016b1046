import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.util.Optional;

class Load {
  void close(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception ignored) {
      // nothing was written, so there is nothing to lose
    }
  }

  int size(String text) {
    try {
      return Integer.parseInt(text);
    } finally {
      System.err.println("parsed");
    }
  }

  int first(String path) throws IOException {
    try (FileReader reader = new FileReader(path)) {
      return reader.read();
    }
  }

  String name(Users users, long id) {
    return users.findById(id).orElseThrow(() -> new IllegalArgumentException("no user " + id));
  }

  interface Users {
    Optional<String> findById(long id);
  }

  int last(int[] items) {
    int found = 0;
    try {
      found = items[items.length - 1];
    } finally {
      // Say so and return to the caller.
      System.err.println("looked");
    }
    return found;
  }

  void copy(String from, String to) throws IOException {
    try (FileReader reader = new FileReader(from);
        FileWriter writer = new FileWriter(to)) {
      reader.transferTo(writer);
    }
  }
}
