import hashlib

from Crypto.Cipher import AES, DES
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes


def fingerprint(content: bytes) -> str:
    return hashlib.md5(content).hexdigest()  # expect: py-weak-hash


def hide(key: bytes, text: bytes) -> bytes:
    return DES.new(key, DES.MODE_CFB).encrypt(text)  # expect: py-broken-cipher


def blocks(key: bytes, text: bytes) -> bytes:
    return AES.new(key, AES.MODE_ECB).encrypt(text)  # expect: py-broken-cipher


def chain(key: bytes, iv: bytes) -> Cipher:
    return Cipher(algorithms.AES(key), modes.CBC(iv))  # expect: py-cipher-without-authentication
