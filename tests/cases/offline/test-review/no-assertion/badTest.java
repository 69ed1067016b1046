import org.junit.jupiter.api.Test;

class BasketTest {
  @Test
  void countsItems() { // expect: java-test-asserts-nothing
    Basket basket = new Basket();
    basket.add("apple", 2);
  }
}
