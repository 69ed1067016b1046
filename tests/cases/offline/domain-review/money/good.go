package orders

type Line struct {
	Label  string
	Cents  int64
	Weight float64
}
