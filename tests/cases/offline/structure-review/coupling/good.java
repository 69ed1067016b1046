import java.util.ArrayList;
import java.util.List;

class Order {
  public static final int LIMIT = 10;

  private final List<String> lines = new ArrayList<>();

  public List<String> lines() {
    return List.copyOf(lines);
  }

  public static Order empty() {
    return new Order();
  }

  int tax(Request request) {
    return request.taxFor(this);
  }

  boolean special() {
    return false;
  }
}

class GiftOrder extends Order {
  @Override
  boolean special() {
    return true;
  }
}
