import bcrypt from "bcrypt";

interface User {
  passwordHash: string;
}

export function login(user: User, password: string): Promise<boolean> {
  return bcrypt.compare(password, user.passwordHash);
}

export function matches(form: { password: string }, passwordConfirm: string): boolean {
  return form.password === passwordConfirm;
}
