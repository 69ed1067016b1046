package reports

import "strings"

func Table(rows []string) string { return strings.Join(rows, "\n") }
