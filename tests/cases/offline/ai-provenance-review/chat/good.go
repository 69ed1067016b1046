package store

import "os"

// Load returns the whole file; here the limit is the caller's.
func Load(path string) ([]byte, error) {
	return os.ReadFile(path)
}
