import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BasketTest {
  @Test
  void countsItems() {
    Basket basket = new Basket();
    basket.add("apple", 2);
    assertEquals(2, basket.count());
  }
}
