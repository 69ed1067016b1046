package login

import "log"

type User struct{ ID, Password string }

func Login(user User) {
	log.Printf("login of %s", user.ID)
}
