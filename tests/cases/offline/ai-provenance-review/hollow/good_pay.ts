import { gateway } from "./gateway";

export async function pay(amount: number): Promise<{ paid: boolean; amount: number }> {
  const answer = await gateway.charge(amount);
  return { paid: answer.ok, amount };
}
