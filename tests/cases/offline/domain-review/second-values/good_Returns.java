class Returns {
  boolean mayBeReturned(int age) {
    return age <= Limits.REFUND_DAYS;
  }
}
