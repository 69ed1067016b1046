package shop

import (
	"database/sql"
	"fmt"
	"os"
)

var kinds = map[string]int{}

func init() {
	kinds["book"] = 1
}

func Open(address string) (*sql.DB, error) {
	return sql.Open("postgres", address)
}

func Total(prices []int) int {
	sum := 0
	for _, price := range prices {
		if price < 0 {
			return 0
		}
		sum += price
	}
	return sum
}

func Remove(path string) error {
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("remove %s: %w", path, err)
	}
	return nil
}

func Mode(name string) int {
	switch name {
	case "fast":
		return 1
	case "safe":
		return 2
	}
	panic("no mode " + name)
}

type Finder interface {
	Find(id string) (Item, error)
	Search(name string) ([]Item, error)
}
