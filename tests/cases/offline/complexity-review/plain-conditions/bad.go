package shop

import "os"

func ready(order Order) bool {
	return order.paid == true && order.packed != false // expect: go-boolean-compared-with-literal
}

func read(path string) ([]byte, error) {
	raw, err := os.ReadFile(path)
	if err != nil { // expect: go-else-after-return
		return nil, err
	} else {
		if len(raw) > 0 {
			raw = raw[1:]
		}
		return raw, nil
	}
}
