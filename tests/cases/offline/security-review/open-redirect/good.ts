import { Request, Response } from "express";

const PAGES = new Set(["/home", "/account"]);

export function afterLogin(req: Request, res: Response): void {
  const next = req.query.next as string;
  if (PAGES.has(next)) {
    res.redirect(next);
    return;
  }
  res.redirect("/home");
}
