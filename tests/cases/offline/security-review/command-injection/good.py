import shlex
import subprocess


def ping(host: str) -> int:
    return subprocess.run(["/bin/ping", "-c", "1", host], check=False).returncode


def archive(folder: str) -> None:
    subprocess.run(f"tar czf - {shlex.quote(folder)} | gpg --encrypt > backup", shell=True, check=True)


def uptime() -> str:
    return subprocess.check_output("uptime | cut -d, -f1", shell=True, text=True)
