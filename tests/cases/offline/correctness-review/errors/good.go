package load

import (
	"database/sql"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"time"
)

type Settings struct{ Size int }

func Read(path string) (int, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	size, err := strconv.Atoi(string(raw))
	return size, err
}

func Status(client *http.Client, request *http.Request) (int, error) {
	answer, err := client.Do(request)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	return answer.StatusCode, nil
}

func Find(path string) (*Settings, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, err
	}
	var settings Settings
	err = json.Unmarshal(raw, &settings)
	return &settings, err
}

func Handle(w http.ResponseWriter, r *http.Request) {
	if r.FormValue("id") == "" {
		http.Error(w, "id is missing", http.StatusBadRequest)
		return
	}
	if r.FormValue("name") == "" {
		http.Error(w, "name is missing", http.StatusBadRequest)
	}
}

func Names(db *sql.DB) (int, error) {
	rows, err := db.Query("SELECT name FROM users")
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	count := 0
	for rows.Next() {
		count++
	}
	return count, rows.Err()
}

func Client() *http.Client {
	return &http.Client{Timeout: 5 * time.Second}
}

func Count(words []string) map[string]int {
	counts := make(map[string]int)
	for _, word := range words {
		counts[word] = 1
	}
	return counts
}

func Wait(command *exec.Cmd) error {
	err := command.Wait()
	err = fmt.Errorf("convert: %w", err)
	return err
}

func Sync(folder string) error {
	handle, err := os.Open(folder)
	defer handle.Close()
	if err != nil {
		return err
	}
	return handle.Sync()
}

func Certificate(raw []byte) *pem.Block {
	var text []byte
	if err := json.Unmarshal(raw, &text); err != nil {
		return nil
	}
	block, _ := pem.Decode(text)
	return block
}

func Warm(path string) error {
	if _, err := os.Stat(path); err != nil {
		log.Printf("no cache to warm: %v", err)
		return nil
	}
	return nil
}

type Rows struct{ rows *sql.Rows }

func Wrapped(db *sql.DB) (*Rows, error) {
	rows, err := db.Query("SELECT name FROM users")
	if err != nil {
		return nil, err
	}
	return &Rows{rows: rows}, err
}
