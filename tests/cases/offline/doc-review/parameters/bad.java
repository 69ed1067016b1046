class Carrier {
  /**
   * Hands the order over.
   *
   * @param order its number
   * @param fast overnight - expect-own: wrong-contract-doc
   */
  String ship(String order, boolean express) {
    return order + express;
  }
}
