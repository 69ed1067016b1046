package session

import (
	"fmt"
	"math/rand"
)

func NewToken() string {
	return fmt.Sprintf("%x", rand.Int63()) // expect: go-predictable-random-secret
}
