# Shared by the setup, demo, test and check scripts; sourced with ROOT set to the checkout.

say() { printf '%s\n' "$*" >&2; }
die() { say "error: $*"; exit 2; }

# Prints the first interpreter that is new enough and can make a virtual environment.
find_python() {
  for candidate in ${PYTHON:-} python3.13 python3.12 python3.11 python3 python; do
    if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
      command -v "$candidate"
      return 0
    fi
  done
  return 1
}

explain_python() {
  found=$(python3 -c 'import sys; print(".".join(map(str, sys.version_info[:3])))' 2>/dev/null || echo none)
  say "error: Python 3.11 or newer with its venv module is needed (python3 here: $found)."
  say "  Install one (Debian: apt-get install python3 python3-venv) or name it: PYTHON=/path/to/python3.12 sh scripts/..."
  exit 2
}

# ensure_env EXTRA: makes $VENV hold this checkout, with EXTRA ("" or "[dev]"), unless it does already.
ensure_env() {
  VENV=${CODE_REVIEW_VENV:-$ROOT/.venv}
  command -v git >/dev/null 2>&1 || die "git is needed and was not found on PATH"
  stamp="$VENV/.installed-${1:-base}"
  wanted=$(cksum < "$ROOT/pyproject.toml")
  if [ -x "$VENV/bin/python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
    return 0
  fi
  if ! "$VENV/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
    python=$(find_python) || explain_python
    say "setting up $VENV with $("$python" --version)"
    "$python" -m venv --clear "$VENV" || die "cannot make a virtual environment in $VENV"
  fi
  say "installing (needs the package index; a minute on a fresh machine)"
  "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check --editable "$ROOT${1:-}" ||
    die "the installation failed; the lines above say why"
  printf '%s\n' "$wanted" > "$stamp"
}
