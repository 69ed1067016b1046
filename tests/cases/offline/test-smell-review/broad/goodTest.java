import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ParserTest {
  @Test
  void refusesHalfATree() {
    assertThrows(IncompleteInput.class, () -> Parser.parse("{"));
  }

  @Test
  void readsAName() {
    assertEquals("a", Parser.parse("a").name());
  }
}
