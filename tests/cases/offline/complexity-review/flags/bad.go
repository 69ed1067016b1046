package store

func Save(target Target, order string) {
	target.Write(order, true, false) // expect: go-flags-by-position
}

type Target interface {
	Write(order string, overwrite, notify bool)
}
