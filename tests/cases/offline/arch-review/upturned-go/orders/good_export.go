package orders

func Exported(write func([]string) string) string { return write(Load("all")) }
