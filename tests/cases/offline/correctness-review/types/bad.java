import java.math.BigDecimal;

class Values { // expect: java-equals-without-hashcode
  private final String name;

  Values(String name) {
    this.name = name;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Values values && values.name.equals(name);
  }
}

class Compare {
  boolean isAdmin(String role) {
    return role == "admin"; // expect: java-text-compared-by-identity
  }

  boolean same(Long left, Long right) {
    return left == right; // expect: java-boxed-compared-by-identity
  }

  BigDecimal fee() {
    return new BigDecimal(0.1); // expect: java-decimal-from-float
  }

  boolean paid(BigDecimal due, BigDecimal paid) {
    return due.equals(paid); // expect: java-decimal-equals
  }

  String clean(String text) {
    text.trim(); // expect: java-text-result-dropped
    return text;
  }
}
