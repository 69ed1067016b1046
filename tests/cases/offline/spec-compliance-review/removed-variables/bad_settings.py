def region() -> str:  # expect-own: interface-mismatch
    return "eu"
