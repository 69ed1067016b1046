import java.util.HashMap;
import java.util.Map;

class Orders {
  private final Map<String, Integer> orderList = new HashMap<>(); // expect: java-collection-named-after-another

  int count() {
    return orderList.size();
  }
}
