package gate

func May(active, staff, mine, open bool) string {
	concerned := staff || mine
	if active && concerned && open {
		return "yes"
	}
	return "no"
}
