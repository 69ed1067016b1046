package orders

func Close(orders Orders, id string) error {
	order, err := orders.Load(id)
	if err != nil {
		return err
	}
	return order.Ship()
}
