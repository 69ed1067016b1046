package store

import (
	"database/sql"
	"fmt"
	"strings"
)

func Find(db *sql.DB, name string) (*sql.Rows, error) {
	return db.Query("SELECT id FROM users WHERE name = ?", name)
}

func FindMany(db *sql.DB, names []any) (*sql.Rows, error) {
	marks := strings.TrimSuffix(strings.Repeat("?,", len(names)), ",")
	return db.Query(fmt.Sprintf("SELECT id FROM users WHERE name IN (%s)", marks), names...)
}

func Create(db *sql.DB) error {
	_, err := db.Exec("INSERT INTO users (id, name) VALUES (DEFAULT, 'guest') " +
		"ON CONFLICT DO NOTHING")
	return err
}
