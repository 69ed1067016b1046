from pathlib import Path

RULES = "Say what is wrong in each file."


def ask(repository: Path) -> str:
    prompt = RULES + "\n".join(path.read_text() for path in repository.rglob("*.py"))  # expect-own: unbounded-injection
    return prompt
