class Store {
  void save(Target target, String order) {
    target.write(order, Mode.OVERWRITE);
  }

  enum Mode {
    OVERWRITE,
    KEEP
  }

  interface Target {
    void write(String order, Mode mode);
  }
}
