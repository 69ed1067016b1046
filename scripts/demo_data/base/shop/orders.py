"""Orders: storing them, finding them, pricing them."""

import sqlite3


def save_order(db: sqlite3.Connection, customer: str, total: int) -> None:
    """Store one order; `total` is in cents."""
    db.execute("INSERT INTO orders (customer, total) VALUES (?, ?)", (customer, total))


def find_order(db: sqlite3.Connection, customer: str) -> list[tuple[int, str, int]]:
    """Every order of a customer."""
    return db.execute("SELECT id, customer, total FROM orders WHERE customer = ?", (customer,)).fetchall()


def apply_discount(total: int, percent: int) -> int:
    """Price in cents after a discount, never below zero."""
    return max(0, total - total * percent // 100)
