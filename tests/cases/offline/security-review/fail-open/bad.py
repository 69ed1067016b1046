def is_authorized(client: object, user: str) -> bool:
    try:
        return client.allowed(user)
    except ConnectionError:
        return True  # expect: py-fail-open


def decide(score: object, features: list[float]) -> dict[str, object]:
    try:
        value = score(features)
    except ValueError as problem:
        print(problem)
        return {"decision": "allow", "score": 0.0}  # expect: py-fail-open
    return {"decision": "deny" if value > 0.7 else "allow", "score": value}
