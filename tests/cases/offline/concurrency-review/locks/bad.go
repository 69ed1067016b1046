package shop

import (
	"errors"
	"sync"
)

type Stock struct {
	mu    sync.Mutex
	count int
}

func (s *Stock) Take(n int) error {
	s.mu.Lock()
	if s.count < n { // expect: go-lock-kept-on-early-return
		return errors.New("not enough")
	}
	s.count -= n
	s.mu.Unlock()
	return nil
}

func (s Stock) Add(n int) { // expect: go-lock-copied-with-receiver
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count += n
}

func total(all []*Stock) int {
	sum := 0
	for _, one := range all {
		one.mu.Lock()
		defer one.mu.Unlock() // expect: go-unlock-deferred-in-loop
		sum += one.count
	}
	return sum
}
