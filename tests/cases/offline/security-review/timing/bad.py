import hashlib
import hmac


def accept(body: bytes, key: bytes, signature: str) -> bool:
    expected = hmac.new(key, body, hashlib.sha256).hexdigest()
    return signature == expected  # expect: py-secret-compared-in-variable-time
