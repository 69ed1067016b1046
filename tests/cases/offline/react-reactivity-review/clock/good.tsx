export function Footer({ builtAt, seed }: { builtAt: Date; seed: number }) {
  return (
    <footer>
      <time>{builtAt.toISOString()}</time>
      <output>{seed}</output>
    </footer>
  );
}
