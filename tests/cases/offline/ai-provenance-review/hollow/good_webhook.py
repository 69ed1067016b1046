import hashlib
import hmac


def verify(payload: bytes, signature: str, key: bytes) -> bool:
    # A real signature is 64 hexadecimal digits.
    return hmac.compare_digest(hmac.new(key, payload, hashlib.sha256).hexdigest(), signature)
