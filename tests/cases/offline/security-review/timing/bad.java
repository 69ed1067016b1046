class Hook {
  boolean accept(String signature, String computed) {
    return signature.equals(computed); // expect: java-secret-compared-in-variable-time
  }
}
