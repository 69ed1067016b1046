import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ServerTest {
  @Test
  void starts() throws InterruptedException {
    Server server = Server.start();
    Thread.sleep(500); // expect: java-sleep-in-test
    assertEquals(80, server.port());
  }
}
