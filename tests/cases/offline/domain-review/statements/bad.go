package orders

func Close(db DB, id string) error {
	_, err := db.Exec("update orders set changed_at = now(), status = 'shipped' where id = $1", id) // expect: sql-status-set-in-statement
	return err
}
