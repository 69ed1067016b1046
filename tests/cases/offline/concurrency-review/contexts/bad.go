package shop

import (
	"context"
	"time"
)

func load(parent context.Context) error {
	ctx, _ := context.WithTimeout(parent, time.Minute) // expect: go-cancel-thrown-away
	return fetch(ctx)
}
