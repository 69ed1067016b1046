const rules = "Answer in one sentence.";

export function request(task: string) {
  const systemPrompt = `Run ${crypto.randomUUID()}. ${rules}`; // expect-own: cache-breaking-order
  return { systemPrompt, task };
}
