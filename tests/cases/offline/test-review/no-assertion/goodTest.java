import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BasketTest {
  @Test
  void countsItems() {
    Basket basket = new Basket();
    basket.add("apple", 2);
    assertEquals(2, basket.count());
  }

  @Test
  void emptiesItself() {
    addsAndRemoves("pear", 3);
  }

  private void addsAndRemoves(String name, int count) {
    Basket basket = new Basket();
    basket.add(name, count);
    basket.remove(name);
    assertEquals(0, basket.count());
  }
}
