class Database {
  private static final String PASSWORD_FIELD = "password-field-2";

  void configure(Pool pool) {
    pool.setPassword(System.getenv("DB_PASSWORD"));
  }

  interface Pool {
    void setPassword(String value);
  }
}
