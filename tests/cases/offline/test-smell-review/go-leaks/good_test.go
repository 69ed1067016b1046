package shop

import (
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestReadsRegion(t *testing.T) {
	t.Setenv("REGION", "eu")
	assert.Equal(t, "eu", Region())
}

func TestReadsOldRegion(t *testing.T) {
	os.Setenv("OLD_REGION", "eu")
	defer os.Unsetenv("OLD_REGION")
	assert.Equal(t, "eu", OldRegion())
}

func TestTotal(t *testing.T) {
	assert.Equal(t, 3, Total(1, 2))
}

func TestRates(t *testing.T) {
	server := httptest.NewServer(rates())
	defer server.Close()
	answer, err := http.Get(server.URL)
	assert.NoError(t, err)
	defer answer.Body.Close()
	assert.Equal(t, 200, answer.StatusCode)
}

func TestStamp(t *testing.T) {
	at := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
	assert.Equal(t, "2024-02-29", StampAt(at))
}
