package shop

import (
	"database/sql"
	"net/http"
	"os"
	"regexp"
)

var code = regexp.MustCompile(`^\d+-\w+$`)

func matches(lines []string) int {
	n := 0
	for _, line := range lines {
		if code.MatchString(line) {
			n++
		}
	}
	return n
}

func open() (*sql.DB, error) {
	return sql.Open("postgres", dsn)
}

func (s *server) show(w http.ResponseWriter, r *http.Request) {
	list(w, s.db)
}

func sizes(paths []string) error {
	for _, path := range paths {
		err := func() error {
			file, err := os.Open(path)
			if err != nil {
				return err
			}
			defer file.Close()
			measure(file)
			return nil
		}()
		if err != nil {
			return err
		}
	}
	return nil
}
