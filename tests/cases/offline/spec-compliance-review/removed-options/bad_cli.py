import argparse


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser()
    made.add_argument("--since")
    return made  # expect-own: interface-mismatch
