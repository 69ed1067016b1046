export const gateway = {
  async charge(amount: number): Promise<{ ok: boolean }> {
    const answer = await fetch("/charge", { method: "POST", body: String(amount) });
    return { ok: answer.ok };
  },
};
