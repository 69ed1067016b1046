export const longest = (words) => words.reduce((a, b) => (a.length >= b.length ? a : b)); // expect: js-fp-reduce-without-start-value
