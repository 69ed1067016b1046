package rules

import "math"

func Refuse(kind string) bool {
	return kind != "csv" && kind != "json"
}

func Missing(value float64) bool {
	return math.IsNaN(value)
}

func Grade(points int) string {
	if points > 90 {
		return "a"
	} else if points > 80 {
		return "b"
	}
	return "c"
}

func Tax(country string, total int) int {
	if country == "de" {
		total = total * 119
	} else {
		total = total * 120
	}
	return total
}
