package web

import "example.org/shop/mail"

func Go() {
	mail.Send("a")
}
