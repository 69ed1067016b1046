package list

func Sum(items []int) int {
	sum := 0
	for i := 0; i <= len(items); i++ {
		sum += items[i] // expect: go-loop-past-end
	}
	return sum
}

func Last(items []int) int {
	return items[len(items)] // expect: go-index-at-length
}
