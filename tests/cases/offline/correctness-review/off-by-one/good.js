function total(prices) {
  let sum = 0;
  for (let i = 0; i < prices.length; i++) {
    sum += prices[i];
  }
  return sum;
}

function last(items) {
  return items[items.length - 1];
}

function append(items, item) {
  items[items.length] = item;
}

module.exports = { total, last, append };
