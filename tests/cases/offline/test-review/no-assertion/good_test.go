package shop

import "testing"

func TestTotal(t *testing.T) {
	basket := NewBasket()
	basket.Add("apple", 2)
	if got := basket.Count(); got != 2 {
		t.Errorf("got %d items, want 2", got)
	}
}
