package store

type Options struct{ Overwrite, Notify bool }

func Save(target Target, order string) {
	target.Write(order, Options{Overwrite: true})
}

type Target interface {
	Write(order string, options Options)
}
