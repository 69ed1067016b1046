const rules = "Answer in one sentence.";

export function request(task: string) {
  const systemPrompt = rules;
  return { systemPrompt, task: `${task} (run ${crypto.randomUUID()})` };
}
