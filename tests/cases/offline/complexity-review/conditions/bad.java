class Gate {
  String may(User user, Order order) {
    if (user.active() && (user.staff() || order.mine()) && order.open()) { // expect: java-condition-mixes-and-or
      return "yes";
    }
    return "no";
  }
}
