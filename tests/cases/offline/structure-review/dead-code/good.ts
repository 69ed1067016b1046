export function price(total: number): number {
  return round(total * 1.19);

  function round(value: number): number {
    return Math.round(value);
  }
}

export function load(read: () => string, path: string): string {
  try {
    return read();
  } catch (problem) {
    throw new Error(`cannot read ${path}`, { cause: problem });
  }
}

export function answer(reply: Reply, error: Error) {
  try {
    reply.write()
  } catch (problem) {
    reply.log.warn(problem, error && error.message)
    reply.end()
  }
  switch (reply.kind) {
    case "short":
      reply.header("x", "1")
      reply.send({ id: 1 })
      break
    case "long":
      reply.end()
  }
}
