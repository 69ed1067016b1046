package prices

func loadPrice(key string) int {
	return len(key)
}

var _ = loadPrice
