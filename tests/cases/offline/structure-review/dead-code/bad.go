package export

func Rows(rows []string) []string {
	if false { // expect: go-branch-switched-off
		rows = rows[:0]
	}
	return rows
}
