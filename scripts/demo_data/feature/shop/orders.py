"""Orders: storing them, finding them, pricing them."""

import sqlite3


def save_order(db: sqlite3.Connection, customer: str, total: int, tags: list[str] = []) -> list[str]:
    """Store one order; `total` is in cents."""
    db.execute("INSERT INTO orders (customer, total) VALUES (?, ?)", (customer, total))
    tags.append(customer)
    return tags


def find_order(db: sqlite3.Connection, customer: str) -> list[tuple[int, str, int]]:
    """Every order of a customer."""
    return db.execute(f"SELECT id, customer, total FROM orders WHERE customer = '{customer}'").fetchall()


def discounted_price(total: int, percent: int) -> int:
    """Price in cents after a discount, never below zero."""
    return max(0, total - total * percent // 100)
