class Shipping {
  boolean mayShip(Order order) {
    return order.getStatus() == OrderStatus.PAID;
  }
}
