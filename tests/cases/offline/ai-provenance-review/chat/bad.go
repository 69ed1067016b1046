package store

import "os"

// Here's the updated function with error handling. expect-own: conversation-residue
func Load(path string) ([]byte, error) {
	return os.ReadFile(path)
}
