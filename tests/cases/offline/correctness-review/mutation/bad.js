function withoutNegatives(text) {
  const numbers = text.split(" ").map(Number);
  numbers.forEach((number, index) => { // expect: js-collection-changed-while-iterated
    if (number < 0) {
      numbers.splice(index, 1);
    }
  });
  return numbers;
}

module.exports = { withoutNegatives };
