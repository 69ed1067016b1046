export const topThree = (scores) => scores.sort((a, b) => b - a).slice(0, 3); // expect: js-fp-argument-array-reordered

export function newestFirst(entries) {
  const list = entries.reverse(); // expect: js-fp-argument-array-reordered
  return list.map((entry) => entry.title);
}

export const quiz = (cards) => {
  const mixed = [...cards].sort(() => Math.random() - 0.5); // expect: js-fp-random-comparator
  return mixed;
};
