package logs

import (
	"os"
	"strings"
)

func lines(path string) ([]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return strings.Split(string(data), "\n"), nil // expect: go-whole-body-for-its-lines
}
