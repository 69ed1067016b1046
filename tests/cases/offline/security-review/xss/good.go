package greet

import (
	"fmt"
	"html"
	"net/http"
	"strconv"
)

func Hello(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "<h1>Hello %s</h1>", html.EscapeString(r.FormValue("name")))
}

func Limit(w http.ResponseWriter, r *http.Request) {
	if _, err := strconv.Atoi(r.FormValue("limit")); err != nil {
		w.Write([]byte(err.Error()))
	}
}

func Plain(w http.ResponseWriter, r *http.Request) {
	// net/http recognises plain words and serves them as text.
	fmt.Fprintf(w, "no page called %s", r.FormValue("page"))
}

func Script(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprint(w, r.FormValue("filter"))
}
