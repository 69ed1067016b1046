import os
from collections import defaultdict
from datetime import datetime, timezone
from decimal import Decimal

import requests


def fetch(url, path):
    reply = requests.get(url, timeout=10)
    with open(path, "w") as handle:
        handle.write(reply.text)
    os.chmod(path, 0o644)
    return datetime.now(timezone.utc), datetime.fromtimestamp(0, timezone.utc)


def price(count):
    total = Decimal("0.1") * count
    assert total
    if count > 3:
        return total
    return None


def index():
    return defaultdict(list)
