import javax.script.ScriptEngine;
import javax.script.ScriptException;

class Formula {
  Object calculate(ScriptEngine engine, String formula) throws ScriptException {
    return engine.eval(formula); // expect: java-dynamic-code
  }
}
