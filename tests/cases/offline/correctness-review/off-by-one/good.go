package list

func Sum(items []int) int {
	sum := 0
	for i := 0; i < len(items); i++ {
		sum += items[i]
	}
	return sum
}

func Last(items []int) int {
	return items[len(items)-1]
}
