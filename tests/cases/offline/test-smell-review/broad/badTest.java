import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ParserTest {
  @Test
  void refusesHalfATree() {
    assertThrows(Exception.class, () -> Parser.parse("{")); // expect: java-broad-exception-expected
  }

  @Test
  void readsAName() {
    assertTrue(Parser.parse("a").name().equals("a")); // expect: java-boolean-hides-values
  }
}
