package domain

import "example.org/shop/domain/order"

type Mailer interface{ Send(order order.Order) error }

func Confirm(mailer Mailer, confirmed order.Order) error {
	return mailer.Send(confirmed)
}
