class Line {
  private final double unitPrice; // expect-own: primitive-domain-value

  Line(String label) {
    this.unitPrice = label.length();
  }
}
