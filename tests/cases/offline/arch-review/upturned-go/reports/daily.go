package reports

import "example.org/shop/orders"

func Daily() []string { return orders.Load("Daily") }
