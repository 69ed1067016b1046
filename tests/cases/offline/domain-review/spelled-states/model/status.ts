export enum OrderStatus {
  Paid = "paid",
  Shipped = "shipped",
}
