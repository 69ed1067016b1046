package mail

import "fmt"

func label(street string, city string, country string) string { // expect-own: introduce-value
	return fmt.Sprintf("%s\n%s\n%s", street, city, country)
}

func complete(street string, city string, country string) bool {
	return street != "" && city != "" && country != ""
}

func foreign(street string, city string, country string, home string) bool {
	return complete(street, city, country) && country != home
}
