import java.io.IOException;

class Ping {
  Process start(String host) throws IOException {
    return new ProcessBuilder("ping", "-c", "1", host).start();
  }

  Process shell() throws IOException {
    return new ProcessBuilder("sh", "-c", "uptime | cut -d, -f1").start();
  }

  Process openFiles() throws IOException {
    long own = ProcessHandle.current().pid();
    return new ProcessBuilder("sh", "-c", "ls /proc/" + own + "/fd | wc -l").start();
  }
}
