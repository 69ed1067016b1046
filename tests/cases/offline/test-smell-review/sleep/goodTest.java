import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ServerTest {
  @Test
  void starts() throws InterruptedException {
    Server server = Server.start();
    server.ready().await();
    assertEquals(80, server.port());
  }
}
