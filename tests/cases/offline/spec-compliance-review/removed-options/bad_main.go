package main

import "flag"

func main() {
	since := flag.String("since", "", "leave out older orders")
	flag.Parse() // expect-own: interface-mismatch
	export(*since)
}
