package shop

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTotalOfEmptyBasket(t *testing.T) {
	got := Total(nil)
	assert.Equal(t, got, got) // expect: go-assertion-always-true
}

func TestRefund(t *testing.T) {
	t.Skip() // expect: go-skipped-test-without-reason
	if Refund(3) != -3 {
		t.Error("wrong refund")
	}
}

func TestServes(t *testing.T) {
	done := make(chan struct{})
	go func() {
		if err := Serve(); err != nil {
			t.Fatal(err) // expect: go-test-fails-in-goroutine
		}
		close(done)
	}()
	<-done
}
