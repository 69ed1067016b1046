package mail

func Send(to string, more ...string) {
	post(to)
}
