package mail

func Send(to string, retry int) {
	post(to)
}
