package prices

func load_price(key string) int { // expect: go-name-with-underscore
	return len(key)
}

var _ = load_price
