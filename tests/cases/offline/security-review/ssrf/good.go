package preview

import (
	"errors"
	"net/http"
	"net/url"
)

var hosts = map[string]bool{"images.internal": true}

func checkAllowed(target string) error {
	parsed, err := url.Parse(target)
	if err != nil || !hosts[parsed.Hostname()] {
		return errors.New("host is not on the list")
	}
	return nil
}

func Fetch(client *http.Client, r *http.Request) (*http.Response, error) {
	target := r.URL.Query().Get("url")
	if err := checkAllowed(target); err != nil {
		return nil, err
	}
	return client.Get(target)
}

func Series(client *http.Client, base *url.URL, match string) (*http.Response, error) {
	target := *base
	query := target.Query()
	query.Add("match", match)
	target.RawQuery = query.Encode()
	request, err := http.NewRequest(http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, err
	}
	return client.Do(request)
}
