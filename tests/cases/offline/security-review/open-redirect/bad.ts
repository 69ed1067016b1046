import { Request, Response } from "express";

export function afterLogin(req: Request, res: Response): void {
  res.redirect(req.query.next as string); // expect: js-open-redirect
}
