package mail

import "fmt"

// Address is where a parcel goes.
type Address struct{ Street, City, Country string }

func label(to Address) string {
	return fmt.Sprintf("%s\n%s\n%s", to.Street, to.City, to.Country)
}

func foreign(to Address, home string) bool {
	return to.Country != home
}
