package shop

import (
	"net/http"
	"os"
	"os/signal"
	"sync"
)

var (
	mu       sync.Mutex
	sessions = map[string]*Session{}
)

func join(w http.ResponseWriter, r *http.Request) {
	mu.Lock()
	defer mu.Unlock()
	sessions[r.FormValue("id")] = newSession()
}

func sizes(paths []string) map[string]int {
	found := make(map[string]int)
	var group sync.WaitGroup
	for _, path := range paths {
		group.Add(1)
		go func() {
			defer group.Done()
			count := size(path)
			mu.Lock()
			found[path] = count
			mu.Unlock()
		}()
	}
	group.Wait()
	for _, path := range paths {
		found[path]++
	}
	return found
}

func stop() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	<-signals
}

func track(updates chan Update) {
	go func() {
		latest := make(map[string]Update)
		for update := range updates {
			latest[update.ID] = update
		}
	}()
}

func copyAll(sources []string) {
	var outer sync.WaitGroup
	outer.Add(1)
	go func() {
		defer outer.Done()
		var inner sync.WaitGroup
		for _, source := range sources {
			inner.Add(1)
			start(source, &inner)
		}
		inner.Wait()
	}()
	outer.Wait()
}
