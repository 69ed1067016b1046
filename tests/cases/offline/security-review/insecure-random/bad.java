import java.util.Random;

class Session {
  String generateToken() {
    return Long.toHexString(new Random().nextLong()); // expect: java-predictable-random-secret
  }
}
