package shop

import (
	"testing"
	"time"
)

func TestServer(t *testing.T) {
	server := Start()
	time.Sleep(200 * time.Millisecond) // expect: go-sleep-in-test
	if !server.Ready() {
		t.Fatal("not ready")
	}
}
