import java.io.IOException;

class Ping {
  Process start(String host) throws IOException {
    return Runtime.getRuntime().exec("ping -c 1 " + host); // expect: java-command-injection
  }

  Process shell(String command) throws IOException {
    return new ProcessBuilder("sh", "-c", command).start(); // expect: java-command-injection
  }
}
