def clear(db: object, now: int) -> None:
    db.execute("DELETE FROM sessions WHERE ends < ?", (now,))
    db.execute("UPDATE users SET active = 0 WHERE last_seen < ?", (now,))
