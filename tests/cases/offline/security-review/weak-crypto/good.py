import hashlib
import hmac

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM


def fingerprint(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def bucket(name: str) -> str:
    return hashlib.md5(name.encode(), usedforsecurity=False).hexdigest()


def hide(key: bytes, nonce: bytes, text: bytes) -> bytes:
    return AESGCM(key).encrypt(nonce, text, None)


def sealed(key: bytes, iv: bytes, mac_key: bytes, text: bytes) -> bytes:
    encryptor = Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor()
    body = encryptor.update(text) + encryptor.finalize()
    return body + hmac.new(mac_key, body, hashlib.sha256).digest()
