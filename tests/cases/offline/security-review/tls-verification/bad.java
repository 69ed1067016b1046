import java.security.cert.X509Certificate;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.X509TrustManager;

class Trusting implements X509TrustManager {
  public void checkClientTrusted(X509Certificate[] chain, String kind) {
    throw new UnsupportedOperationException("no clients here");
  }

  public void checkServerTrusted(X509Certificate[] chain, String kind) {} // expect: java-tls-verification-off

  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }

  void relax(HttpsURLConnection connection) {
    connection.setHostnameVerifier((host, session) -> true); // expect: java-tls-verification-off
  }
}
