interface User {
  password: string;
}

export function login(user: User, password: string): boolean {
  return user.password === password; // expect: js-password-compared-as-text
}
