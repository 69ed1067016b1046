class Gate {
  String may(User user, Order order) {
    boolean concerned = user.staff() || order.mine();
    if (user.active() && concerned && order.open()) {
      return "yes";
    }
    return "no";
  }
}
