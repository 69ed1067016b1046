package login

import "log"

type User struct{ ID, Password string }

func Login(user User) {
	log.Printf("login with %s", user.Password) // expect: go-sensitive-value-logged
}
