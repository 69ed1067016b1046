import java.security.MessageDigest;

class Hook {
  boolean accept(byte[] signature, byte[] computed) {
    return MessageDigest.isEqual(signature, computed);
  }
}
