package reports

import "example.org/shop/orders"

func Monthly() []string { return orders.Load("Monthly") }
