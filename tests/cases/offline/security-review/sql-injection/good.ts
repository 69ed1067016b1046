import express, { Request, Response } from "express";
import { Pool } from "pg";
import { builder, sql } from "./sql";

const pool = new Pool({ connectionString: process.env.DATABASE_URL });
const app = express();
const TABLE = "users";

app.get("/users/:id", async (req: Request, res: Response) => {
  const result = await pool.query(`SELECT id, name FROM ${TABLE} WHERE id = $1`, [req.params.id]);
  res.json(result.rows);
});

app.get("/search", async (req: Request, res: Response) => {
  const result = await pool.query(sql`SELECT id, name FROM users WHERE name = ${req.query.name}`);
  res.json(result.rows);
});

app.get("/references", async (req: Request, res: Response) => {
  const values: unknown[] = [];
  const text = "SELECT name FROM refs WHERE id = " + builder.parameter(req.query.id, values) + " AND live = 1";
  const result = await pool.query({ text, values });
  res.json(result.rows);
});
