def close(cursor: object, order: str) -> None:
    cursor.execute("UPDATE orders SET status = 'shipped' WHERE id = %s", (order,))  # expect: sql-status-set-in-statement
