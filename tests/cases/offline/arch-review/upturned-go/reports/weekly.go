package reports

import "example.org/shop/orders"

func Weekly() []string { return orders.Load("Weekly") }
