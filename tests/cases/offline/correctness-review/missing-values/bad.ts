interface User {
  id: number;
  name: string;
}

export function nameOf(users: User[], id: number): string {
  return users.find((user) => user.id === id).name; // expect: js-find-used-unchecked
}
