function zeros(count) {
  return new Array(count).fill(0);
}

function withoutNegatives(numbers) {
  return numbers.filter((number) => number >= 0);
}

module.exports = { zeros, withoutNegatives };
