class Gate {
  String may(boolean active, boolean staff, boolean mine, boolean open) { // expect-own: boolean-trap
    if (active && (staff || mine) && open) { // expect: java-condition-mixes-and-or
      return "yes";
    }
    return "no";
  }
}
