package shop

import (
	"database/sql"
	"os"
)

var (
	connection *sql.DB
	failure    error
)

func init() {
	connection, failure = sql.Open("postgres", os.Getenv("DSN")) // expect: go-init-reaches-outside
}

func Total(prices []int) int {
	sum := 0
	for _, price := range prices {
		sum += price
	}
	return sum
	sum = sum * 119 / 100 // expect: go-code-after-return
}

func Remove(path string) error {
	err := os.Remove(path)
	if err != nil { // expect: go-error-checked-to-be-returned
		return err
	}
	return nil
}

type Store interface { // expect: go-interface-of-many-methods
	Open() error
	Close() error
	Find(id string) (Item, error)
	// Search looks at names only.
	Search(name string) ([]Item, error)
	Add(item Item) error
	Change(item Item) error
	Drop(id string) error
	Count() int
	Lock() error
	Unlock() error
	Export(path string) error
	Import(path string) error
	Report() string
}
