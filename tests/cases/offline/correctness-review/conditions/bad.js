function usable(value) {
  if (value === NaN) { // expect: js-compare-to-nan
    return false;
  }
  if (typeof value === "nubmer") { // expect: js-typeof-unknown-kind
    return true;
  }
  return value !== [] && value.length >= 0; // expect: js-compare-to-fresh-object, js-length-always-nonnegative
}

function open(order, names) {
  let state = order.state;
  if (state = "open") { // expect: js-assignment-in-condition
    return true;
  }
  if (names.indexOf(order.name)) { // expect: js-index-as-boolean
    return true;
  }
  return !order.id in names; // expect: js-negation-before-in
}

function refuse(kind) {
  if (kind === "csv" || "json") { // expect: js-constant-operand-in-condition
    return true;
  }
  if (kind === "csv" && kind === "json") { // expect: js-equalities-never-true
    return true;
  }
  return kind !== "csv" || kind !== "json"; // expect: js-inequalities-always-true
}

function grade(points) {
  if (points > 90) { // expect: js-condition-repeated
    return "a";
  } else if (points > 90) {
    return "b";
  }
  return points > 50 ? "pass" : "pass"; // expect: js-branches-identical
}

function price(plan) {
  let amount = 0;
  switch (plan) {
    case "team": // expect: js-case-without-end
      amount = 20;
    case "solo":
      amount = 5;
      break;
    default:
      amount = 1;
  }
  return amount;
}

module.exports = { usable, open, refuse, grade, price };
