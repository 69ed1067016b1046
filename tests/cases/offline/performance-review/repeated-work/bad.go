package shop

import (
	"database/sql"
	"net/http"
	"os"
	"regexp"
)

func matches(lines []string) int {
	n := 0
	for _, line := range lines {
		if regexp.MustCompile(`^\d+-\w+$`).MatchString(line) { // expect: go-pattern-compiled-per-round
			n++
		}
	}
	return n
}

func show(w http.ResponseWriter, r *http.Request) {
	db, err := sql.Open("postgres", dsn) // expect: go-connection-opened-per-request
	if err != nil {
		http.Error(w, "no database", http.StatusInternalServerError)
		return
	}
	list(w, db)
}

func sizes(paths []string) error {
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close() // expect: go-handles-kept-until-function-ends
		measure(file)
	}
	return nil
}
