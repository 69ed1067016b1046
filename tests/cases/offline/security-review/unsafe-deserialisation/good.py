import hashlib
import json
import pickle

import joblib
import yaml

PINNED = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


def restore(cookie: bytes) -> object:
    return json.loads(cookie)


def copy(value: object) -> object:
    return pickle.loads(pickle.dumps(value))


def model(path: str, data: bytes) -> object:
    if hashlib.sha256(data).hexdigest() != PINNED:
        raise ValueError(path)
    return joblib.load(path)


def settings(text: str) -> object:
    return yaml.safe_load(text)


def fast(text: str) -> object:
    return yaml.load(text, Loader=yaml.CSafeLoader)
