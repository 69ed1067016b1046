export function price(total: number): number {
  return Math.round(total * 1.19);
  total += 1; // expect: js-unreachable-statement
}

export function load(read: () => string): string {
  if (false) { // expect: js-branch-switched-off
    return "";
  }
  try { // expect: js-catch-only-rethrows
    return read();
  } catch (problem) {
    throw problem;
  }
}

export function finish(reply: Reply): unknown {
  return reply.send({ id: 1 });
  reply.end(); // expect: js-unreachable-statement
}
