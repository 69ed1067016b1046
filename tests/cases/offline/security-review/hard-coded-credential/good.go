package config

import "os"

const passwordHeader = "X-Password-2"

type Client struct{ APIKey string }

func New() Client {
	return Client{APIKey: os.Getenv("API_KEY")}
}
