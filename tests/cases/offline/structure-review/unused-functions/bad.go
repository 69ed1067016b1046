package prices

// expect-own-below: dead-code
func withoutTax(price int) int {
	return price * 100 / 119
}
