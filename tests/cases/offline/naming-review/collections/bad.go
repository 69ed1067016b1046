package orders

func Count(orders []string) int {
	orderList := map[string]int{} // expect: go-collection-named-after-another
	for place, order := range orders {
		orderList[order] = place
	}
	return len(orderList)
}
