package auth

import "github.com/golang-jwt/jwt/v5"

func Claims(text string, key jwt.Keyfunc) (jwt.MapClaims, error) {
	claims := jwt.MapClaims{}
	_, err := jwt.ParseWithClaims(text, claims, key, jwt.WithValidMethods([]string{"RS256"}))
	return claims, err
}

func Verified(parser *jwt.Parser, text string, key any) error {
	token, parts, err := parser.ParseUnverified(text, jwt.MapClaims{})
	if err != nil {
		return err
	}
	return token.Method.Verify(parts[0], []byte(parts[2]), key)
}
