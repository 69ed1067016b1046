package invoices

func Total(lines []int) int {
	tmp2 := 0 // expect-own: vague-name
	for _, line := range lines {
		tmp2 += line
	}
	return tmp2
}
