package shop

import "os"

func ready(order Order) bool {
	return order.paid && order.packed
}

func read(path string) ([]byte, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(raw) > 0 {
		raw = raw[1:]
	}
	return raw, nil
}

func size(path string) int64 {
	var size int64
	info, err := os.Stat(path)
	if err != nil {
		size = -1
	} else {
		size = info.Size()
	}
	return size
}
