import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TotalTest {
  @Test
  void total() {
    assertEquals(3, Basket.total(1, 2));
  }
}
