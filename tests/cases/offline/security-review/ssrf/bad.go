package preview

import "net/http"

func Fetch(client *http.Client, w http.ResponseWriter, r *http.Request) {
	answer, err := client.Get(r.URL.Query().Get("url")) // expect: go-ssrf
	if err != nil {
		http.Error(w, "unreachable", http.StatusBadGateway)
		return
	}
	defer answer.Body.Close()
	w.WriteHeader(answer.StatusCode)
}
