import sqlite3

from sqlalchemy import text

TABLE = "users"


def find(db: sqlite3.Connection, name: str) -> list[tuple[str, ...]]:
    return db.execute("SELECT id, email FROM users WHERE name = ?", (name,)).fetchall()


def find_many(db: sqlite3.Connection, names: list[str]) -> list[tuple[str, ...]]:
    marks = ", ".join("?" for _ in names)
    return db.execute(f"SELECT id FROM {TABLE} WHERE name IN ({marks})", names).fetchall()


def page(db: sqlite3.Connection, size: str) -> list[tuple[str, ...]]:
    return db.execute(f"SELECT id FROM users WHERE active = 1 LIMIT {int(size)}").fetchall()


def rename(session: object, key: int, name: str) -> None:
    session.execute(text("UPDATE users SET name = :name WHERE id = :id"), {"name": name, "id": key})


def sizes(db: object, source: str) -> object:
    return db.execute("SELECT count(*) FROM %s" % db.ops.quote_name(source))


def tagged(db: object, tag: str) -> object:
    statement = "SELECT id FROM orders WHERE tag = %s"
    return db.execute(statement, (tag,))


def insert(db: object, quoted_table: str, values: list[str]) -> None:
    db.execute(f"INSERT INTO {quoted_table} VALUES ({', '.join(['?' for _ in values])})", values)
