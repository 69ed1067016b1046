import { app, showOrder } from "./shop";

app.get("/orders/:id", showOrder);
// Invoices are sent by mail now. expect-own: interface-mismatch
