class Store {
  void save(Target target, String order) {
    target.write(order, true, false); // expect: java-flags-by-position
  }

  interface Target {
    void write(String order, boolean overwrite, boolean notifies);
  }
}
