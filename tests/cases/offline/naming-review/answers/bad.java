import java.util.HashMap;
import java.util.Map;

class prices { // expect: java-class-name-in-lower-case
  private final Map<String, Integer> cache = new HashMap<>();

  void getPrice(String key) { // expect: java-getter-returns-nothing
    cache.put(key, 1);
  }

  String isKnown(String key) { // expect: java-question-answered-without-boolean
    return cache.containsKey(key) ? "yes" : "no";
  }
}
