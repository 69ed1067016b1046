enum OrderStatus {
  PAID,
  SHIPPED
}
