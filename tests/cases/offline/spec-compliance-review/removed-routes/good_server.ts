import { app, showOrder, redirectToMail } from "./shop";

app.get("/orders/:id", showOrder);
// Invoices are sent by mail now; the documented route says so to old clients.
app.get("/orders/:id/invoice", redirectToMail);
