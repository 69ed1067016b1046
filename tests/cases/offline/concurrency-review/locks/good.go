package shop

import (
	"errors"
	"sort"
	"sync"
)

type Stock struct {
	mu    sync.Mutex
	count int
}

func (s *Stock) Take(n int) error {
	s.mu.Lock()
	if s.count < n {
		s.mu.Unlock()
		return errors.New("not enough")
	}
	s.count -= n
	s.mu.Unlock()
	if n == 0 {
		return errors.New("nothing taken")
	}
	return nil
}

func (s *Stock) Add(n int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n < 0 {
		return errors.New("negative")
	}
	s.count += n
	return nil
}

func (s *Stock) order(rows []int) {
	s.mu.Lock()
	sort.Slice(rows, func(i, j int) bool {
		if rows[i] == rows[j] {
			return false
		}
		return rows[i] < rows[j]
	})
	s.mu.Unlock()
}

func total(all []*Stock) int {
	sum := 0
	for _, one := range all {
		one.mu.Lock()
		sum += one.count
		one.mu.Unlock()
	}
	return sum
}

func (s *Stock) Reserve(n int) (err error) {
	s.mu.Lock()
	defer func() {
		if err != nil {
			s.mu.Unlock()
		}
	}()
	if s.count < n {
		return errors.New("not enough")
	}
	s.mu.Unlock()
	return nil
}

func (s *Stock) sorted(rows []int) {
	s.mu.Lock()
	if len(rows) > 1 {
		sort.Slice(rows, func(i, j int) bool { return rows[i] < rows[j] })
	}
	s.mu.Unlock()
}
