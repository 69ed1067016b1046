package prices

func tax(price int) int {
	return price * 19 / 100
}
