class Export {
  int rows(int count, boolean empty) {
    if (empty) {
      return 0;
    }
    try {
      return Math.addExact(count, 1);
    } catch (ArithmeticException problem) {
      throw new IllegalArgumentException("too many rows", problem);
    }
  }
}
