package config

const dbPassword = "correct-horse-battery-0" // expect: go-hard-coded-credential

type Client struct{ APIKey string }

func New() Client {
	return Client{APIKey: "correct-horse-battery-1"} // expect: go-hard-coded-credential
}

var _ = dbPassword
