import argparse


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser()
    made.add_argument("--since")
    made.add_argument("--plan", "--dry-run", action="store_true")
    return made
