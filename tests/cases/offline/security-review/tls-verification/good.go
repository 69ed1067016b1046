package client

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
)

func New(pool *x509.CertPool) *http.Transport {
	return &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, InsecureSkipVerify: false}}
}

func ByMode(mode string) *tls.Config {
	config := &tls.Config{}
	switch mode {
	case "skip-verify":
		config.InsecureSkipVerify = true
	}
	return config
}
