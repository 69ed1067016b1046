package hook

import "crypto/hmac"

func Accept(signature, computed []byte) bool {
	return hmac.Equal(signature, computed)
}

func Missing(signature string) bool {
	return signature == ""
}
