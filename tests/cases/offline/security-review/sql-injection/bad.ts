import express, { Request, Response } from "express";
import { Pool } from "pg";

const pool = new Pool({ connectionString: process.env.DATABASE_URL });
const app = express();

app.get("/users", async (req: Request, res: Response) => {
  const order = req.query.sort || "name";
  const query = "SELECT id, name FROM users ORDER BY " + order;
  const result = await pool.query(query); // expect: js-sql-injection
  res.json(result.rows);
});

app.get("/search", async (req: Request, res: Response) => {
  const result = await pool.query(
    `SELECT id, name FROM users WHERE name LIKE '%${req.query.name}%'`, // expect: js-sql-injection
  );
  res.json(result.rows);
});

app.get("/cities", async (req: Request, res: Response) => {
  const where = " WHERE city = '" + req.query.city + "'";
  const result = await pool.query("SELECT id FROM users" + where); // expect: js-sql-injection
  res.json(result.rows);
});
