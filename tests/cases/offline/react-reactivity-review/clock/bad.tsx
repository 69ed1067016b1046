export function Footer() {
  return (
    <footer>
      <time>{new Date().toLocaleTimeString()}</time> {/* expect: react-clock-or-chance-on-screen */}
      <output>{Math.random()}</output> {/* expect: react-clock-or-chance-on-screen */}
    </footer>
  );
}
