package shop

import (
	"net/http"
	"os"
	"os/signal"
	"sync"
)

var sessions = map[string]*Session{}

func join(w http.ResponseWriter, r *http.Request) {
	sessions[r.FormValue("id")] = newSession() // expect: go-map-written-by-goroutines
}

func sizes(paths []string) map[string]int {
	found := make(map[string]int)
	var group sync.WaitGroup
	for _, path := range paths {
		go func() {
			group.Add(1) // expect: go-waitgroup-add-inside-goroutine
			defer group.Done()
			found[path] = size(path) // expect: go-map-written-by-goroutines
		}()
	}
	group.Wait()
	return found
}

func stop() {
	signals := make(chan os.Signal)
	signal.Notify(signals, os.Interrupt) // expect: go-signal-channel-unbuffered
	<-signals
}
