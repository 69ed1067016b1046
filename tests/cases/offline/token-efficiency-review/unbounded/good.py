from pathlib import Path

RULES = "Say what is wrong in each file."
LIMIT = 40_000


def ask(paths: list[Path]) -> str:
    prompt, left_out = RULES, 0
    for path in paths:
        text = path.read_text()
        if len(prompt) + len(text) > LIMIT:
            left_out += 1
            continue
        prompt += text
    return f"{prompt}\n{left_out} files were left out."
