from datetime import datetime

RULES = "Answer in one sentence."


def messages(task: str, now: datetime) -> list[str]:
    system_prompt = RULES
    question = f"{task}\nNow: {now}"
    return [system_prompt, question]
