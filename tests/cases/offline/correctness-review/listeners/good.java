import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

class Bus {
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  void dropClosed() {
    for (Listener listener : listeners) {
      if (listener.closed()) {
        listeners.remove(listener);
      }
    }
  }

  interface Listener {
    boolean closed();
  }
}
