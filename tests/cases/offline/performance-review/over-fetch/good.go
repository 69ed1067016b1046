package logs

import (
	"bufio"
	"os"
	"strings"
)

func lines(path string, use func(string)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		use(scanner.Text())
	}
	return scanner.Err()
}

func words(text string) []string {
	return strings.Split(text, " ")
}
