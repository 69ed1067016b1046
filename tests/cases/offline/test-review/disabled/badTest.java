import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class TotalTest {
  @Test
  @Disabled
  void total() { // expect: java-skipped-test-without-reason
    assertEquals(3, Basket.total(1, 2));
  }
}
