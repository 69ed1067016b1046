import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class TotalTest {
  @Test
  void total() {
    assertEquals(3, Basket.total(1, 2));
  }

  @Test
  void equalsAsksForTheName() {
    Item pear = new Item("pear");
    assertEquals(pear, pear);
    assertNotEquals(pear, new Item("plum"));
  }
}
