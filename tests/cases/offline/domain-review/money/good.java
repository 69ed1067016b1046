import java.math.BigDecimal;

class Line {
  private final BigDecimal unitPrice;
  private final double weight;

  Line(BigDecimal unitPrice, double weight) {
    this.unitPrice = unitPrice;
    this.weight = weight;
  }
}
