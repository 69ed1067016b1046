package shop

import (
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestReadsRegion(t *testing.T) {
	os.Setenv("REGION", "eu") // expect: go-environment-kept-by-test
	assert.Equal(t, "eu", Region())
}

func TestTotal(t *testing.T) {
	assert.True(t, Total(1, 2) == 3) // expect: go-boolean-hides-values
}

func TestRates(t *testing.T) {
	answer, err := http.Get("https://rates.bank.com/today") // expect: go-test-asks-the-network
	assert.NoError(t, err)
	defer answer.Body.Close()
	assert.Equal(t, 200, answer.StatusCode)
}

func TestStamp(t *testing.T) {
	assert.Equal(t, time.Now().Format("2006-01-02 15:04:05"), Stamp()) // expect: go-clock-in-expectation
}
