import java.util.HashMap;
import java.util.List;
import java.util.Map;

class Orders {
  private final Map<String, Integer> placeByOrder = new HashMap<>();
  private final List<String> orderList = List.of();

  int count() {
    return placeByOrder.size() + orderList.size();
  }
}
