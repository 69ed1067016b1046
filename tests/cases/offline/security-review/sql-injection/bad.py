import sqlite3

from sqlalchemy import text


def find(db: sqlite3.Connection, name: str) -> list[tuple[str, ...]]:
    query = f"SELECT id, email FROM users WHERE name = '{name}'"
    return db.execute(query).fetchall()  # expect: py-sql-injection, py-sql-shaped-by-values


def remove(db: sqlite3.Connection, key: str) -> None:
    db.execute("DELETE FROM users WHERE id = " + key)  # expect: py-sql-injection, py-sql-shaped-by-values
    db.execute("DELETE FROM notes WHERE owner = '%s'" % key)  # expect: py-sql-injection, py-sql-shaped-by-values


def rename(session: object, key: str, name: str) -> None:
    session.execute(
        text("UPDATE users SET name = '{}' WHERE id = 1".format(name)),  # expect: py-sql-injection, py-sql-shaped-by-values
    )


def sorted_orders(db: object, sort: str) -> object:
    return db.execute(f"SELECT id, total FROM orders ORDER BY {sort}")  # expect: py-sql-shaped-by-values


def stored(db: object, source: str) -> object:
    return db.execute("SELECT id, value FROM %s WHERE id > 0" % source)  # expect: py-sql-shaped-by-values
