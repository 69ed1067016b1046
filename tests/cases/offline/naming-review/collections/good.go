package orders

func Count(orders []string) int {
	placeByOrder := map[string]int{}
	for place, order := range orders {
		placeByOrder[order] = place
	}
	return len(placeByOrder)
}
