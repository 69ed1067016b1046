import { expect, it, vi } from "vitest";

it("sends the mail", () => { // expect-own: test-mirrors-code
  const send = vi.fn();
  send("hello");
  expect(send).toHaveBeenCalledWith("hello");
});
