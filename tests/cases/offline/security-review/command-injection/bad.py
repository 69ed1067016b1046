import os
import subprocess


def ping(host: str) -> int:
    return os.system("ping -c 1 " + host)  # expect: py-shell-command-built-from-values


def archive(folder: str) -> None:
    command = f"tar czf backup.tgz {folder}"
    subprocess.run(command, shell=True, check=True)  # expect: py-shell-command-built-from-values


def run(command: str) -> str:
    return subprocess.check_output(command, shell=True, text=True)  # expect: py-shell-command-from-parameter
