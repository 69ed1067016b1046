package shop

import (
	"database/sql"

	"github.com/lib/pq"
)

func names(db *sql.DB, ids []int) (*sql.Rows, error) {
	return db.Query("SELECT id, name FROM customer WHERE id = ANY($1)", pq.Array(ids))
}
