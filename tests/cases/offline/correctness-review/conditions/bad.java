import java.util.List;

class Rules {
  boolean refuse(String kind) {
    return !kind.equals("csv") || !kind.equals("json"); // expect: java-inequalities-always-true
  }

  boolean missing(double value) {
    return value == Double.NaN; // expect: java-compare-to-nan
  }

  String grade(int points) {
    if (points > 90) { // expect: java-condition-repeated
      return "a";
    } else if (points > 90) {
      return "b";
    }
    return "c";
  }

  int tax(String country, int total) {
    if (country.isEmpty()) { // expect: java-branches-identical
      total = total * 119;
    } else {
      total = total * 119;
    }
    return total;
  }

  int price(String plan) {
    int amount = 0;
    switch (plan) {
      case "team": // expect: java-case-without-end
        amount = 20;
      case "solo":
        amount = 5;
        break;
      default:
        amount = 1;
    }
    return amount;
  }

  void withoutNegatives(List<Integer> numbers) {
    for (Integer number : numbers) { // expect: java-collection-changed-while-iterated
      if (number < 0) {
        numbers.remove(number);
      }
    }
  }

  int sum(int[] items) {
    int sum = 0;
    for (int i = 0; i <= items.length; i++) {
      sum += items[i]; // expect: java-loop-past-end
    }
    return sum + items[items.length]; // expect: java-index-at-length
  }
}
