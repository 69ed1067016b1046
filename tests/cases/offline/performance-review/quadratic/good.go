package shop

import "strings"

func table(rows []Row) (string, int) {
	var out strings.Builder
	sum := 0
	for _, row := range rows {
		out.WriteString(row.Name)
		sum += row.Count
	}
	return out.String(), sum
}
