package guard

import "log"

type Client interface {
	Allowed(user string) (bool, error)
}

func IsAuthorized(client Client, user string) bool {
	allowed, err := client.Allowed(user)
	if err != nil { // expect: go-fail-open
		log.Print(err)
		return true
	}
	return allowed
}
