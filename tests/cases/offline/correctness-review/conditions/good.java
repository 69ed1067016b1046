import java.util.List;

class Rules {
  boolean refuse(String kind) {
    return !kind.equals("csv") && !kind.equals("json");
  }

  boolean missing(double value) {
    return Double.isNaN(value);
  }

  String grade(int points) {
    if (points > 90) {
      return "a";
    } else if (points > 80) {
      return "b";
    }
    return "c";
  }

  int price(String plan) {
    int amount = 0;
    switch (plan) {
      case "team":
        amount = 20;
        break;
      case "solo":
      case "trial":
        amount = 5;
        break;
      default:
        amount = 1;
    }
    return amount;
  }

  void withoutNegatives(List<Integer> numbers) {
    numbers.removeIf(number -> number < 0);
  }

  int sum(int[] items) {
    int sum = 0;
    for (int i = 0; i < items.length; i++) {
      sum += items[i];
    }
    return sum + items[items.length - 1];
  }

  int kind(long bit) {
    if ((0x3ff000000000000L & bit) != 0L) {
      return 1;
    } else if ((0x3400L & bit) != 0L) {
      return 2;
    }
    return 0;
  }
}
