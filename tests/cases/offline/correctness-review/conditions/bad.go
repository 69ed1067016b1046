package rules

import "math"

func Refuse(kind string) bool {
	return kind != "csv" || kind != "json" // expect: go-inequalities-always-true
}

func Missing(value float64) bool {
	return value == math.NaN() // expect: go-compare-to-nan
}

func Grade(points int) string {
	if points > 90 { // expect: go-condition-repeated
		return "a"
	} else if points > 90 {
		return "b"
	}
	return "c"
}

func Tax(country string, total int) int {
	if country == "de" { // expect: go-branches-identical
		total = total * 119
	} else {
		total = total * 119
	}
	return total
}
