package load

import (
	"database/sql"
	"encoding/json"
	"net/http"
	"os"
	"strconv"
)

type Settings struct{ Size int }

func Read(path string) (int, error) {
	raw, err := os.ReadFile(path) // expect: go-error-overwritten
	size, err := strconv.Atoi(string(raw))
	return size, err
}

func Size(text string) int {
	size, _ := strconv.Atoi(text) // expect: go-error-discarded
	return size
}

func Status(client *http.Client, request *http.Request) (int, error) {
	answer, err := client.Do(request) // expect: go-used-before-error-check
	defer answer.Body.Close()
	if err != nil {
		return 0, err
	}
	return answer.StatusCode, nil
}

func Find(path string) (*Settings, error) {
	raw, err := os.ReadFile(path)
	if err != nil { // expect: go-error-becomes-success
		return nil, nil
	}
	var settings Settings
	err = json.Unmarshal(raw, settings) // expect: go-decoded-into-value
	return &settings, err
}

func Handle(w http.ResponseWriter, r *http.Request) {
	if r.FormValue("id") == "" { // expect: go-error-answer-continues
		http.Error(w, "id is missing", http.StatusBadRequest)
	}
	w.WriteHeader(http.StatusNoContent)
}

func Names(db *sql.DB) (int, error) {
	rows, err := db.Query("SELECT name FROM users") // expect: go-rows-not-closed
	if err != nil {
		return 0, err
	}
	count := 0
	for rows.Next() {
		count++
	}
	return count, rows.Err()
}

func Ping(client *http.Client, request *http.Request) (int, error) {
	answer, err := client.Do(request) // expect: go-body-not-closed
	if err != nil {
		return 0, err
	}
	return answer.StatusCode, nil
}

func Client() *http.Client {
	return &http.Client{} // expect: go-client-without-timeout
}

func Count(words []string) map[string]int {
	var counts map[string]int // expect: go-nil-map-written
	for _, word := range words {
		counts[word] = 1
	}
	return counts
}
