import { app, showOrder, showInvoice } from "./shop";

app.get("/orders/:id", showOrder);
app.get("/orders/:id/invoice", showInvoice);
