import java.util.Map;
import java.util.function.DoubleBinaryOperator;

class Formula {
  private static final Map<String, DoubleBinaryOperator> ACTIONS = Map.of("add", Double::sum);

  double calculate(String action, double left, double right) {
    return ACTIONS.get(action).applyAsDouble(left, right);
  }
}
