import java.math.BigDecimal;
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
}
