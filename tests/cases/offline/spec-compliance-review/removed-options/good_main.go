package main

import "flag"

func main() {
	since := flag.String("since", "", "leave out older orders")
	only := flag.Bool("dry-run", false, "only say what would be written")
	flag.Parse()
	export(*since, *only)
}
