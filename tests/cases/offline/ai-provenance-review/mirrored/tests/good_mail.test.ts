import { expect, it, vi } from "vitest";
import { greet } from "../greet";

it("sends the mail", () => {
  const send = vi.fn();
  greet("Ada", send);
  expect(send).toHaveBeenCalledWith("hello Ada");
});
