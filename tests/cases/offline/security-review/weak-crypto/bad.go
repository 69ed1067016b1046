package seal

import (
	"crypto/des"
	"crypto/md5"
	"crypto/sha256"
)

func Fingerprint(content []byte) [16]byte {
	return md5.Sum(content) // expect: go-weak-hash
}

func Hide(key []byte) error {
	_, err := des.NewCipher(key) // expect: go-broken-cipher
	return err
}

func Store(password string) [32]byte {
	return sha256.Sum256([]byte(password)) // expect: go-password-hashed-fast
}
