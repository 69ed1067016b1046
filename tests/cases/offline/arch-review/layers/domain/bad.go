package domain

import "example.org/shop/infrastructure/mail" // expect: go-domain-imports-outer-layer

func Confirm(mailer *mail.Mailer, order string) error {
	return mailer.Send(order)
}
