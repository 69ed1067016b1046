export function countDown(show) {
  for (let second = 3; second > 0; second--) {
    setTimeout(() => show(second), 1000 * (3 - second));
  }
}
