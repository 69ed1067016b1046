import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Cipher;

class Seal {
  MessageDigest fingerprint() throws GeneralSecurityException {
    return MessageDigest.getInstance("MD5"); // expect: java-weak-hash
  }

  Cipher hide() throws GeneralSecurityException {
    return Cipher.getInstance("AES/ECB/PKCS5Padding"); // expect: java-broken-cipher
  }

  byte[] store(MessageDigest digest, String password) {
    return digest.digest(password.getBytes(StandardCharsets.UTF_8)); // expect: java-password-hashed-fast
  }
}
