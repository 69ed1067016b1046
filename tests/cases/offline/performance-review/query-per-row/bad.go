package shop

import "database/sql"

func names(db *sql.DB, ids []int) ([]string, error) {
	var out []string
	for _, id := range ids {
		var name string
		if err := db.QueryRow("SELECT name FROM customer WHERE id = $1", id).Scan(&name); err != nil { // expect: go-query-per-row
			return nil, err
		}
		out = append(out, name)
	}
	return out, nil
}
