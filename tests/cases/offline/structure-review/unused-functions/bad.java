class Prices {
  int total(int first, int second) {
    return first + second;
  }

  private int withoutTax(int price) { // expect-own: dead-code
    return price * 100 / 119;
  }
}
