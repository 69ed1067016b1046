class Shipping {
  boolean mayShip(Order order) {
    return order.getStatus().name().equals("PAID") || order.orderStatus.equals("SHIPPED"); // expect-own: language-drift
  }
}
