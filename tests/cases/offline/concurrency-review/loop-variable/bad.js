export function countDown(show) {
  for (var second = 3; second > 0; second--) {
    setTimeout(() => show(second), 1000 * (3 - second)); // expect: js-var-captured-by-callback
  }
}
