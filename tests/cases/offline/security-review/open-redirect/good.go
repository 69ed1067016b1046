package login

import "net/http"

var pages = map[string]string{"home": "/home", "account": "/account"}

func After(w http.ResponseWriter, r *http.Request) {
	next, known := pages[r.FormValue("next")]
	if !known {
		next = "/home"
	}
	http.Redirect(w, r, next, http.StatusFound)
}
