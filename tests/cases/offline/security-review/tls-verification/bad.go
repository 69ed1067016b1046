package client

import (
	"crypto/tls"
	"net/http"
)

func New() *http.Transport {
	return &http.Transport{
		TLSClientConfig: &tls.Config{
			MinVersion:         tls.VersionTLS12,
			InsecureSkipVerify: true, // expect: go-tls-verification-off
		},
	}
}
