import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509TrustManager;

class Pinned {
  private final X509TrustManager inner;

  Pinned(X509TrustManager inner) {
    this.inner = inner;
  }

  public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
    inner.checkServerTrusted(chain, kind);
  }
}
