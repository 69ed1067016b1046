package orders

import "example.org/shop/reports" // expect-own: layer-violation

func Exported() string { return reports.Table(Load("all")) }
