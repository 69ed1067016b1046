package auth

import "github.com/golang-jwt/jwt/v5"

func Claims(text string, key jwt.Keyfunc) (jwt.MapClaims, error) {
	claims := jwt.MapClaims{}
	_, err := jwt.ParseWithClaims(text, claims, key, jwt.WithValidMethods([]string{"RS256"}))
	return claims, err
}
