package hook

func Accept(signature, computed string) bool {
	return signature == computed // expect: go-secret-compared-in-variable-time
}
