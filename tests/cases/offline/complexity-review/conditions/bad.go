package gate

func May(active, staff, mine, open bool) string {
	if active && (staff || mine) && open { // expect: go-condition-mixes-and-or
		return "yes"
	}
	return "no"
}
