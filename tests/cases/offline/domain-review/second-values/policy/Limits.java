final class Limits {
  static final int REFUND_DAYS = 30;
}
