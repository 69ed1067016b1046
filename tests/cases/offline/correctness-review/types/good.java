import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

class Values {
  private final String name;

  Values(String name) {
    this.name = name;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Values values && values.name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }
}

class Compare {
  boolean isAdmin(String role) {
    return "admin".equals(role);
  }

  boolean missing(String role) {
    return role == null;
  }

  boolean same(Long left, Long right) {
    return Objects.equals(left, right);
  }

  boolean equal(long left, long right) {
    return left == right;
  }

  BigDecimal fee() {
    return new BigDecimal("0.1");
  }

  boolean paid(BigDecimal due, BigDecimal paid) {
    return due.compareTo(paid) == 0;
  }

  String clean(String text) {
    String trimmed = text.trim();
    return trimmed.toLowerCase();
  }

  boolean sameText(String left, String right) {
    if (left == null) {
      return left == right;
    }
    return left.equals(right);
  }

  double rounded(double value) {
    BigDecimal exact = new BigDecimal(value);
    return exact.setScale(4, RoundingMode.HALF_UP).doubleValue();
  }

  void collect(List<String> words, String word) {
    words.add(word.trim().toLowerCase(Locale.ROOT));
  }
}
