def clear(db: object) -> None:
    db.execute("DELETE FROM sessions")  # expect: statement-without-where
    db.execute("UPDATE users SET active = 0")  # expect: statement-without-where
