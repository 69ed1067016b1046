package invoices

func Total(lines []int) int {
	total := 0
	for _, line := range lines {
		total += line
	}
	return total
}
