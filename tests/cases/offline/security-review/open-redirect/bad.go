package login

import "net/http"

func After(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, r.FormValue("next"), http.StatusFound) // expect: go-open-redirect
}
