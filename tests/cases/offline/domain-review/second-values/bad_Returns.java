class Returns {
  private static final int REFUND_DAYS = 14; // expect-own: duplicated-rule

  boolean mayBeReturned(int age) {
    return age <= REFUND_DAYS;
  }
}
