package shop

func table(rows []Row) string {
	out := ""
	for _, row := range rows {
		out += row.Name + "\n" // expect: go-text-built-by-adding-in-loop
	}
	return out
}
