import { users } from "./users";

it("lists users", () => {
  expect(users.length === 3).toBe(true); // expect: js-boolean-hides-values
  console.log(users); // expect: js-output-instead-of-check
});
