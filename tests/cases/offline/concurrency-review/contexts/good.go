package shop

import (
	"context"
	"time"
)

func load(parent context.Context) error {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	return fetch(ctx)
}
