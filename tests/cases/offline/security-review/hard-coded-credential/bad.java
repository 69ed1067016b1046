class Database {
  private static final String DB_PASSWORD = "correct-horse-battery-0"; // expect: java-hard-coded-credential

  void configure(Pool pool) {
    pool.setPassword("correct-horse-battery-1"); // expect: java-hard-coded-credential
  }

  interface Pool {
    void setPassword(String value);
  }
}
