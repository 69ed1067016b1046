import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TotalTest {
  @Test
  void total() {
    int result = Basket.total(1, 2);
    assertEquals(result, result); // expect: java-assertion-always-true
    assertTrue(true); // expect: java-assertion-always-true
  }
}
