import java.util.ArrayList;
import java.util.List;

class Bus {
  private final List<Listener> listeners = new ArrayList<>();

  void dropClosed() {
    for (Listener listener : listeners) { // expect: java-collection-changed-while-iterated
      if (listener.closed()) {
        listeners.remove(listener);
      }
    }
  }

  interface Listener {
    boolean closed();
  }
}
