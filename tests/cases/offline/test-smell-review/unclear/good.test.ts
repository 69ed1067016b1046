import { greet, users } from "./users";

it("lists users", () => {
  expect(users).toHaveLength(3);
});

it("greets", () => {
  const said = jest.spyOn(console, "log");
  console.log("before");
  greet("Ann");
  expect(said).toHaveBeenCalledTimes(2);
});
