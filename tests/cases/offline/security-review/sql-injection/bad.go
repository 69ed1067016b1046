package store

import (
	"database/sql"
	"fmt"
)

func Find(db *sql.DB, name string) (*sql.Rows, error) {
	query := fmt.Sprintf("SELECT id FROM users WHERE name = '%s'", name)
	return db.Query(query) // expect: go-sql-injection
}

func Remove(db *sql.DB, id string) error {
	_, err := db.Exec("DELETE FROM users WHERE id = " + id) // expect: go-sql-injection
	return err
}
