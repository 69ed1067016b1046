"""From flags to a plan: which scope, which settings, which request. Everything that contradicts itself ends here."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from orchestrator.cli.duration import seconds_of
from orchestrator.cli.options import RunOptions
from orchestrator.errors import UsageError
from orchestrator.scope.resolve import ScopeRequest
from orchestrator.settings.assign import parse_assignments
from orchestrator.settings.model import Value
from orchestrator.values.change import ScopeKind
from orchestrator.values.mode import PANEL
from orchestrator.wiring.run_request import ReviewRequest
from orchestrator.wiring.targets import TargetRequest


@dataclass(frozen=True, slots=True)
class Plan:
    """What one command line asks for. `given` holds the settings it sets; `single` says that it names a mode."""

    targets: TargetRequest
    request: ReviewRequest
    given: Mapping[str, Value]
    single: bool = False

    @property
    def whole_files(self) -> bool:
        """True when the scope is known to have no diff."""
        return not self.single and not self.targets.scope.kind.has_diff


def make_plan(options: RunOptions, words: Sequence[str], cwd: Path, commands: tuple[str, ...]) -> Plan:
    """Raises UsageError for words that are no flags, for flags that do not go together and for a missing reason."""
    _check_words(words, cwd, commands)
    _check_flags(options)
    scope = ScopeRequest(kind=_kind(options), since=options.since or "", paths=tuple(options.path or ()), cwd=cwd)
    request = ReviewRequest(
        agents=tuple(options.agent or ()),
        background=options.background,
        force_reason=(options.reason or "").strip() if options.force else "",
        dry_run=options.dry_run,
        fixes=options.fix or options.resume_fix,
        commits=options.commit_fixes,
        resumes=options.resume_fix,
    )
    single = options.mode not in {None, PANEL}
    return Plan(TargetRequest(scope, single_pass=options.no_slice), request, _given(options), single)


def _check_words(words: Sequence[str], cwd: Path, commands: tuple[str, ...]) -> None:
    if not words:
        return
    word = words[0]
    if word in commands:
        raise UsageError(f"{word} is a command and must come first", hint=f"code-review {word} ...")
    if (cwd / word).exists():
        raise UsageError(f"{word} is no command", hint=f"to review it: use --path {word}")
    raise UsageError(
        f"{word} is no command and no file", hint=f"commands: {', '.join(commands)}; flags: code-review --help"
    )


def _check_flags(options: RunOptions) -> None:
    if options.force and not (options.reason or "").strip():
        raise UsageError('--force requires --reason "<justification>"')
    if options.reason is not None and not options.force:
        raise UsageError("--reason goes with --force")
    if options.replay_dir and options.engine not in {None, "replay"}:
        raise UsageError(f"--replay-dir goes with --engine replay, not with {options.engine}")
    if options.exchange_dir and options.engine not in {None, "exchange"}:
        raise UsageError(f"--exchange-dir goes with --engine exchange, not with {options.engine}")
    if options.capture and options.engine == "replay":
        raise UsageError("--capture saves answers, and a replay has none of its own")
    _check_bounds(options)
    _check_fixing(options)
    _check_patch(options)
    if options.background and options.agent:
        raise UsageError("--background runs a fixed set of lenses and does not go with --agent")
    if options.since is not None and not options.since.strip():
        raise UsageError("--since needs a ref", hint="for example --since main")
    scopes = {"--since": options.since is not None, "--staged": options.staged, "--all": options.everything}
    chosen = [flag for flag, given in scopes.items() if given]
    if len(chosen) > 1:
        raise UsageError(f"{' and '.join(chosen)} are two scopes", hint="give one of them")
    if options.everything and options.path:
        raise UsageError("--all and --path are two scopes", hint="give one of them")


def _check_patch(options: RunOptions) -> None:
    scopes = {"--since": options.since is not None, "--staged": options.staged, "--all": options.everything}
    wrong = next((flag for flag, given in scopes.items() if given), "")
    if options.patch is not None and wrong:
        raise UsageError(f"--patch and {wrong} are two scopes", hint="give one of them; --path narrows either")


def _check_fixing(options: RunOptions) -> None:
    fixing = "--resume-fix" if options.resume_fix else "--fix" if options.fix else ""
    others = {
        "--mode": options.mode not in {None, PANEL},
        "--background": options.background,
        "--dry-run": options.dry_run,
    }
    wrong = next((flag for flag, given in others.items() if given), "")
    if fixing and wrong:
        raise UsageError(f"{fixing} does not go with {wrong}", hint="only a review by the panel is followed by fixes")
    if options.commit_fixes and options.since is None:
        raise UsageError(
            "--commit-fixes goes with --since",
            hint="fixes of uncommitted work are staged, those of whole files stay in the work tree",
        )


def _check_bounds(options: RunOptions) -> None:
    """A bound of nothing, or of no number, is a mistake: settings say 0 for no bound, and a flag would not be given."""
    if options.budget_usd is not None and not (math.isfinite(options.budget_usd) and options.budget_usd > 0):
        raise UsageError("--budget-usd takes an amount above 0", hint="for example --budget-usd 0.50")
    if options.budget_tokens is not None and options.budget_tokens <= 0:
        raise UsageError("--budget-tokens takes a number above 0", hint="for example --budget-tokens 200000")
    if options.effort is not None and not options.effort.strip():
        raise UsageError("--effort needs a level", hint="for example --effort low")


def _kind(options: RunOptions) -> ScopeKind:
    if options.since is not None:
        return ScopeKind.SINCE
    if options.staged:
        return ScopeKind.STAGED
    if options.everything:
        return ScopeKind.ALL
    return ScopeKind.PATH if options.path else ScopeKind.AUTO


def _given(options: RunOptions) -> Mapping[str, Value]:
    """Settings of the command line; a flag wins over `--set`, and patterns of both add up."""
    assigned = parse_assignments(options.assign or ())
    flags = {
        "mode": options.mode,
        "language": options.language,
        "ignored": _ignored(options, assigned.get("ignored", ())),
        "source": "patch" if options.patch is not None and "source" not in assigned else None,
        "engine": options.engine,
        "reasoning_effort": options.effort,
        "budget.usd": options.budget_usd,
        "budget.tokens": options.budget_tokens,
        **_times(options.timeout),
        "replay.dir": str(options.replay_dir) if options.replay_dir else None,
        "exchange.dir": str(options.exchange_dir) if options.exchange_dir else None,
        "capture.dir": str(options.capture) if options.capture else None,
        "checks.static_analysis": options.static_analysis,
        "checks.cache": options.cache,
        "fail_on": options.fail_on.value if options.fail_on else None,
        "trust": options.trust.value if options.trust else None,
    }
    return {**assigned, **{key: value for key, value in flags.items() if value is not None}}


def _ignored(options: RunOptions, assigned: Value) -> Value | None:
    """Patterns as they were given; what is put back comes last, because the last match wins."""
    patterns = (*(options.ignore or ()), *(f"!{pattern}" for pattern in options.unignore or ()))
    given = assigned if isinstance(assigned, tuple) else ()
    return (*given, *patterns) if patterns else None


def _times(duration: str | None) -> Mapping[str, Value]:
    """One bound for the panel's lenses and for a single reviewer alike."""
    if duration is None:
        return {}
    seconds = seconds_of(duration)
    return {"budget.seconds": seconds, "timeout_ms": max(1, round(seconds * 1000))}
