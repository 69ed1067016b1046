"""Reports: nightly exports for the warehouse."""

import subprocess
import time

from shop import orders


async def export(name: str) -> bytes:
    """Run the exporter for one report."""
    time.sleep(2)
    return subprocess.check_output(f"exporter --report {name}", shell=True)


def summary(db, names: list[str]) -> str:
    """One line per customer."""
    text = ""
    for name in names:
        rows = db.execute("SELECT total FROM orders WHERE customer = ?", (name,)).fetchall()
        text += f"{name}: {sum(total for (total,) in rows)}\n"
    return text
