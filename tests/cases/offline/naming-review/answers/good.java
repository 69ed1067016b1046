import java.util.HashMap;
import java.util.Map;

class Prices {
  private final Map<String, Integer> cache = new HashMap<>();

  int getPrice(String key) {
    return cache.getOrDefault(key, 0);
  }

  boolean isKnown(String key) {
    return cache.containsKey(key);
  }
}
