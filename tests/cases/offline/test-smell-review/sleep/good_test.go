package shop

import (
	"testing"
	"time"
)

func TestServer(t *testing.T) {
	server := Start()
	for !server.Ready() {
		time.Sleep(time.Millisecond)
	}
	if server.Port() != 80 {
		t.Fatal("wrong port")
	}
}
