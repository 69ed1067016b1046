"""`code-review hooks`: what asks the gate before something leaves: git's pre-push hook and the hook of an agent host."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from orchestrator.cli.output import print_json, print_text
from orchestrator.errors import ExitCode, UsageError
from orchestrator.gate.doors import HOOKS, run_hook
from orchestrator.seams import Git
from orchestrator.system.git import GitDoor
from orchestrator.wiring.agent_host import agent_host_state, install_agent_host, uninstall_agent_host
from orchestrator.wiring.git_hook import HookState, git_hook_state, install_git_hook, uninstall_git_hook

hooks_app = typer.Typer(help="Install, remove and inspect the hooks that ask the gate.", rich_markup_mode=None)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
AgentHost = Annotated[bool, typer.Option("--agent-host", help="The hook of the agent host instead of git's.")]


@hooks_app.command("install")
def install(agent_host: AgentHost = False, as_json: Json = False) -> int:
    """Install the pre-push hook, or the hook of the agent host; installing again renews it."""
    state = _change(install_agent_host if agent_host else install_git_hook)
    _show([state], as_json=as_json, said="renewed" if not state.changed else "installed")
    return ExitCode.OK if state.effective else ExitCode.USAGE


@hooks_app.command("uninstall")
def uninstall(agent_host: AgentHost = False, as_json: Json = False) -> int:
    """Remove what was installed and put back what was there before."""
    state = _change(uninstall_agent_host if agent_host else uninstall_git_hook)
    _show([state], as_json=as_json, said="removed" if state.changed else "")
    return ExitCode.OK


@hooks_app.command("status")
def status(as_json: Json = False) -> int:
    """Show whether each hook is installed, whether it has an effect, and what it chains to."""
    git = GitDoor(Path.cwd())
    _show([git_hook_state(git), agent_host_state(git)], as_json=as_json)
    return ExitCode.OK


@hooks_app.command("run", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def run(name: Annotated[str, typer.Argument(help="pre-push or agent-host.")], context: typer.Context) -> int:
    """Do what an installed hook does; for hook managers. Reads standard input; further arguments are passed over."""
    del context  # it is there to take what git passes along: the remote's name and address
    if name not in HOOKS:
        raise UsageError(f"there is no hook {name}", hint=f"hooks: {', '.join(HOOKS)}")
    return run_hook(name)


def _change(work: Callable[[Git], HookState]) -> HookState:
    return work(GitDoor(Path.cwd()))


def _show(states: list[HookState], *, as_json: bool, said: str = "") -> None:
    if as_json:
        rows = [asdict(state) for state in states]
        print_json(rows if not said and len(rows) > 1 else rows[0])
    else:
        print_text("".join(_line(state, said) for state in states))


def _line(state: HookState, said: str) -> str:
    if said == "removed":
        return f"{state.hook}: removed\n"
    words = [said or "installed" if state.installed else "not installed"]
    words += ["effective" if state.effective else "not effective"] if state.installed or state.snippet else []
    words += ["chained to the hook that was there"] if state.chained else []
    words += ["stale"] if state.stale else []
    lines = [f"{state.hook}: {', '.join(words)} ({state.path})"]
    lines += [f"  {state.reason}"] if state.reason and state.reason != "it is not installed" else []
    lines += [f"  to mend it: {_mend(state)}"] if state.stale else []
    lines += [f"  add this line to the pre-push hook there: {state.snippet}"] if state.snippet else []
    return "".join(f"{line}\n" for line in lines)


def _mend(state: HookState) -> str:
    return "code-review hooks install" + (" --agent-host" if state.hook == "agent-host" else "")
