import java.security.SecureRandom;
import java.util.Random;

class Session {
  String generateToken() {
    return Long.toHexString(new SecureRandom().nextLong());
  }

  int jitter() {
    return new Random().nextInt(100);
  }
}
