import pickle

import joblib
import yaml


def restore(cookie: bytes) -> object:
    return pickle.loads(cookie)  # expect: py-pickle-of-received-bytes


def model(settings: dict[str, str]) -> object:
    path = settings.get("model", "model.bin")
    return joblib.load(path)  # expect: py-model-or-pickle-file-loaded


def settings(text: str) -> object:
    return yaml.load(text, Loader=yaml.Loader)  # expect: py-yaml-load-builds-objects


def basket(request: object) -> object:
    return pickle.loads(request.data)  # expect: py-pickle-from-request, py-pickle-of-received-bytes
