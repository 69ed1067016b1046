class Guard {
  boolean isAuthorized(Client client, String user) {
    try {
      return client.allowed(user);
    } catch (IllegalStateException problem) {
      System.err.println(problem);
      return true; // expect: java-fail-open
    }
  }

  interface Client {
    boolean allowed(String user);
  }
}
