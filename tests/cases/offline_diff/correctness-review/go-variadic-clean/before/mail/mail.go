package mail

func Send(to string) {
	post(to)
}
