package orders

type Line struct {
	Label string
	Price float64 // expect-own: primitive-domain-value
}
