package client

import "time"

type Client struct{ limit time.Duration }

func (c *Client) SetTimeout(timeout int) {
	c.limit = time.Duration(timeout) // expect: go-duration-without-unit
}
