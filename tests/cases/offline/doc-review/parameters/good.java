import java.util.Map;

class Carrier {
  /**
   * Hands the order over.
   *
   * @param <T> what is printed
   * @param order its number
   * @param labels what to print, by place
   */
  @SuppressWarnings("unused")
  <T> String ship(final String order, Map<String, T> labels) {
    return order + labels;
  }
}
