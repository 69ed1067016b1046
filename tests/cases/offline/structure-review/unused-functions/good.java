import java.io.IOException;
import java.io.ObjectInputStream;

class Prices {
  int total(int first, int second) {
    return withoutTax(first) + withoutTax(second);
  }

  private int withoutTax(int price) {
    return price * 100 / 119;
  }

  private void readObject(ObjectInputStream stream) throws IOException, ClassNotFoundException {
    stream.defaultReadObject();
  }
}
