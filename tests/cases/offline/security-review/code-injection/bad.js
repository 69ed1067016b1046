function calculate(formula) {
  return eval(formula); // expect: js-dynamic-code
}

function compile(body) {
  return new Function("row", body); // expect: js-dynamic-code
}

module.exports = { calculate, compile };
