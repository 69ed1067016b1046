package export

func Rows(rows []string, empty bool) []string {
	if empty {
		rows = rows[:0]
	}
	return rows
}
