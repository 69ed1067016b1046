import { Pool } from "pg"; // expect: component-talks-to-database

export async function readUsers(pool: Pool): Promise<number> {
  const result = await pool.query("SELECT id FROM users");
  return result.rowCount ?? 0;
}
