const ACTIONS = new Map([["add", (left, right) => left + right]]);

function calculate(action, left, right) {
  return ACTIONS.get(action)(left, right);
}

module.exports = { calculate };
