function total(prices) {
  let sum = 0;
  for (let i = 0; i <= prices.length; i++) {
    sum += prices[i]; // expect: js-loop-past-end
  }
  return sum;
}

function last(items) {
  return items[items.length]; // expect: js-index-at-length
}

module.exports = { total, last };
