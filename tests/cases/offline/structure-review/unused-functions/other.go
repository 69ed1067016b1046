package prices

func Gross(price int) int { return price + tax(price) }
