class Guard {
  boolean isAuthorized(Client client, String user) {
    try {
      return client.allowed(user);
    } catch (IllegalStateException problem) {
      System.err.println(problem);
      return false;
    }
  }

  interface Client {
    boolean allowed(String user);
  }
}
