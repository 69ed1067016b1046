from datetime import datetime

RULES = "Answer in one sentence."


def system_text() -> str:
    system_prompt = f"Now: {datetime.now()}. {RULES}"  # expect-own: cache-breaking-order
    return system_prompt
