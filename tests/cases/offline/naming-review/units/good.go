package client

import "time"

type Client struct{ limit time.Duration }

func (c *Client) SetTimeout(timeout time.Duration) {
	c.limit = timeout
}

func (c *Client) SetTimeoutSeconds(timeout int) {
	c.limit = time.Duration(timeout) * time.Second
}
