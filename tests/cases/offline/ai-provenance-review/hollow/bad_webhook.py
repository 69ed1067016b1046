def verify(payload: bytes, signature: str) -> bool:
    # In a real implementation we would verify the signature here. expect-own: hollow-implementation
    return bool(payload and signature)
