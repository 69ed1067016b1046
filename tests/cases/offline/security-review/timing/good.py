import hashlib
import hmac


def accept(body: bytes, key: bytes, signature: str) -> bool:
    expected = hmac.new(key, body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(signature, expected)


def known(signature_type: str, wanted: str) -> bool:
    return signature_type == wanted
