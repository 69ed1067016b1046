package orders

func Load(period string) []string { return []string{period} }
