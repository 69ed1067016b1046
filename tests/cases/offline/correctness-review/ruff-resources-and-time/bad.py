import os
from collections import defaultdict
from datetime import datetime
from decimal import Decimal

import requests


def fetch(url, path):
    reply = requests.get(url)  # expect: S113
    handle = open(path)  # expect: SIM115
    handle.write(reply.text)
    os.chmod(path, 644)  # expect: RUF064
    return datetime.utcnow(), datetime.utcfromtimestamp(0)  # expect: DTZ003, DTZ004


def price(count):
    assert (total := Decimal(0.1) * count)  # expect: RUF018, RUF032
    if count > 3:
        return total
    return None


def index():
    return defaultdict(default_factory=list)  # expect: RUF026
