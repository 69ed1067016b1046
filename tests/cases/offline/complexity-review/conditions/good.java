class Gate {
  String may(boolean active, boolean staff, boolean mine, boolean open) {
    boolean concerned = staff || mine;
    if (active && concerned && open) {
      return "yes";
    }
    return "no";
  }
}
