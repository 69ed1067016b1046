package shop

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTotalOfEmptyBasket(t *testing.T) {
	assert.Equal(t, 0, Total(nil))
}

func TestIdsDoNotChange(t *testing.T) {
	assert.Equal(t, idOf("a"), idOf("a"))
}

func TestRefund(t *testing.T) {
	if testing.Short() {
		t.Skip()
	}
	if Refund(3) != -3 {
		t.Error("wrong refund")
	}
}

func TestServes(t *testing.T) {
	failed := make(chan error)
	go func() {
		failed <- Serve()
	}()
	if err := <-failed; err != nil {
		t.Fatal(err)
	}
}
