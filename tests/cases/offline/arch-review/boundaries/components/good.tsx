import { countUsers } from "../services/users";

export async function readUsers(): Promise<number> {
  return countUsers();
}
