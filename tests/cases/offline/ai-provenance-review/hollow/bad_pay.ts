export async function pay(amount: number): Promise<{ paid: boolean; amount: number }> {
  // Simulate an API call, expect-own: hollow-implementation
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { paid: true, amount };
}
