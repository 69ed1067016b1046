function usable(value) {
  if (Number.isNaN(value)) {
    return false;
  }
  if (typeof value === "number") {
    return true;
  }
  return value.length > 0;
}

function open(order, names) {
  if (order.state === "open") {
    return true;
  }
  if (names.indexOf(order.name) !== -1) {
    return true;
  }
  let match;
  while ((match = /x/g.exec(order.name))) {
    console.log(match[0]);
  }
  return !(order.id in names);
}

function refuse(kind) {
  if (kind === "csv" || kind === "json") {
    return true;
  }
  return kind !== "xml" && kind !== "yaml";
}

function grade(points) {
  if (points > 90) {
    return "a";
  } else if (points > 80) {
    return "b";
  }
  return points > 50 ? "pass" : "fail";
}

function price(plan) {
  let amount = 0;
  switch (plan) {
    case "team":
      amount = 20;
      break;
    case "solo":
    case "trial":
      amount = 5;
      // falls through
    default:
      amount += 1;
  }
  return amount;
}

module.exports = { usable, open, refuse, grade, price };
