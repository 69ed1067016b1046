import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Cipher;

class Seal {
  MessageDigest fingerprint() throws GeneralSecurityException {
    return MessageDigest.getInstance("SHA-256");
  }

  Cipher hide() throws GeneralSecurityException {
    return Cipher.getInstance("AES/GCM/NoPadding");
  }
}
