import java.util.ArrayList;
import java.util.List;

class Order {
  public static int limit = 10; // expect: java-static-field-writable

  private final List<String> lines = new ArrayList<>();

  public List<String> lines() { // expect: java-inner-list-handed-out
    return lines;
  }

  int tax(Request request) {
    return request.getOrder().getCustomer().getAddress().getCountry().length(); // expect: java-reach-through-getters
  }

  boolean special() {
    return this instanceof GiftOrder; // expect: java-base-class-knows-subclass
  }

  void ship() {
    lines.clear();
  }
}

class GiftOrder extends Order {
  @Override // expect: java-inherited-method-refused
  void ship() {
    throw new UnsupportedOperationException("gifts are picked up");
  }
}
