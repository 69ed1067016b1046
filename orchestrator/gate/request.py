"""Finds the commands that open a pull request, and what each says about base, head and repository."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from orchestrator.gate.options import Arguments, arguments, shown
from orchestrator.gate.shell.builtins import BUILTINS, QUIET
from orchestrator.gate.shell.state import Invocation, joined
from orchestrator.gate.shell.values import LOOSE, is_blank, is_known, may_be, program_name

_GLOBAL = frozenset({"-R", "--repo", "--hostname"})
_GH = """-a --assignee -B --base -b --body -F --body-file -H --head -l --label -m --milestone -p --project --recover
    -r --reviewer -T --template -t --title -R --repo --hostname"""
_GLAB = """-a --assignee -b --target-branch -d --description -H --head -i --related-issue -l --label -m --milestone
    -s --source-branch -t --title --reviewer --template -R --repo --hostname"""
_HUB = "-b --base -h --head -m --message -F --file -i --issue -M --milestone -r --reviewer -a --assign -l --labels"
_API = "-f --raw-field -F --field -X --method -H --header --input -q --jq -t --template --cache -p --preview --hostname"
_PUSH = "-o --push-option --repo --receive-pack --exec --recurse-submodules"
# Patterns that few commands need are text: they are compiled when they are used.
_OPENS = "merge_request.create"
_REMOVES = frozenset({"--unset", "--unset-all", "unset", "--get", "--get-all", "get"})
_FIELDS = ("-f", "--raw-field", "-F", "--field")
_ENDPOINT = r"(?s)/?(?:repos|projects)/(.+?)/(?:pulls|merge_requests)/?(?:\?.*)?"
_PLACEHOLDERS = ("{owner}/{repo}", ":owner/:repo", ":id", ":fullpath")
_INTERPRETER = re.compile(r"(?:python|node|nodejs|deno|bun|perl|ruby|php|lua|tclsh|expect|osascript|[gmn]?awk)[\d.]*")
_IN_CODE = r"\b(?:gh\b\W+pr|glab\b\W+mr)\b\W+(?:create|new)\b|\bhub\b\W+pull-request|createPullRequest"
_STARTS = r"(?i)system|popen|subprocess|exec|spawn|child_process|open3|capture|\brun\b|`|%x|qx|\| *getline"
_CLIENTS = frozenset({"curl", "wget", "http", "https", "xh", "xhs"})
_SENDS = r"(?s)-d.*|--data.*|--json.*|--post-(?:data|file).*|-XPOST|POST|--request=POST|--method=POST"
_COLLECTION = r"/(?:pulls|merge_requests)/?(?:\?.*)?$"
# Programs with words of their own; any other program may be one of the known ones under another name.
_OTHER = """
    npm npx pnpm yarn bunx make gmake just task rake gradle mvn ant cargo go docker podman kubectl helm terraform aws gcloud
    systemctl apt apt-get brew dnf snap pytest tox nox uv uvx poetry pdm hatch bundle rails dotnet vim vi nvim nano emacs
    code open xdg-open tree du chmod chown mktemp basename dirname realpath readlink zip unzip tar rsync find fd pr vercel
    heroku wrangler supabase conda virtualenv django-admin ng nx turbo lerna pulumi ansible vagrant
"""
_OTHERS = frozenset(_OTHER.split())
_ASIDE = frozenset({"sudo", "doas", "env", "nohup", "time", "nice", "timeout", "stdbuf", "ionice", "setsid", "chronic"})
_MOVED = ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR")


class PullRequest(NamedTuple):
    """What a command says; "" is what the program would take by itself. `doubt`: why it cannot be told, "" if it can."""

    places: tuple[str, ...]
    base: str = ""
    head: str = ""
    repository: str = ""
    doubt: str = ""


def pull_requests(found: Iterable[Invocation]) -> tuple[PullRequest, ...]:
    """Every pull request that the invocations would open."""
    return tuple(dict.fromkeys(request for invocation in found for request in _of(invocation)))


def _of(invocation: Invocation) -> Iterator[PullRequest]:
    fields = invocation.fields
    name = program_name(fields[0]) if fields else ""
    if _INTERPRETER.fullmatch(name):
        code = "\n".join((*fields[1:], invocation.stdin))
        if re.search(_IN_CODE, code) and re.search(_STARTS, code):
            yield PullRequest(invocation.places, doubt="a program is given that names the command and starts others")
    elif name in _CLIENTS and _is_sent(fields):
        yield PullRequest(invocation.places, doubt="it is sent to the server directly; use `gh pr create`")
    single = name in QUIET or name in BUILTINS
    for start in range(min(1, len(fields)) if single else len(fields)):
        for request in _tool(fields[start:], invocation):
            yield _placed(request, fields[:start], invocation)
    if not single:
        for start in range(len(fields) if name in _ASIDE else min(1, len(fields))):
            for request in _renamed(fields[start:], invocation):
                yield _placed(request, fields[:start], invocation)


def _is_sent(fields: Sequence[str]) -> bool:
    """True when a client of the web sends something to a collection of pull requests."""
    return any(re.search(_COLLECTION, field) for field in fields) and any(re.fullmatch(_SENDS, one) for one in fields)


def _placed(request: PullRequest, before: Sequence[str], invocation: Invocation) -> PullRequest:
    """`request` with what its surroundings say: variables set for it, and another folder to start in."""
    given = dict(invocation.variables)
    given |= {name: value for name, _, value in (field.partition("=") for field in before) if name.isidentifier()}
    doubt = request.doubt
    for name in _MOVED:
        if name in given:
            doubt = doubt or f"{name} is set for it"
    if any(field in ("-C", "-D") or field.startswith("--chdir") for field in before):
        doubt = doubt or "it is started in another folder by an option; use `cd`"
    repository = request.repository or given.get("GH_REPO", "")
    for what, value in (("base", request.base), ("head", request.head), ("repository", repository)):
        if not is_known(value):
            doubt = doubt or f"its {what} is {shown(value)}"
    return PullRequest(request.places, request.base, request.head.rpartition(":")[2], repository, doubt)


def _tool(fields: Sequence[str], invocation: Invocation) -> Iterator[PullRequest]:
    name = program_name(fields[0])
    if not is_known(name):
        yield from _unknown_tool(name, fields[1:], invocation)
    elif name in _TOOLS:
        yield from _TOOLS[name](fields[1:], invocation)


def _renamed(fields: Sequence[str], invocation: Invocation) -> Iterator[PullRequest]:
    """A program that nobody knows, with the words of a pull request: a copy or a link under another name."""
    name = program_name(fields[0])
    others = name in _TOOLS or name in _OTHERS or name in _ASIDE or name in QUIET or name in BUILTINS
    if others or not is_known(name) or _INTERPRETER.fullmatch(name) or fields[0].startswith("-"):
        return
    words = arguments(fields[1:], _GLOBAL).words[:2]
    if words in {("pr", "create"), ("pr", "new")}:
        yield _gh_create(fields[1:], invocation)
    elif words in {("mr", "create"), ("mr", "new")}:
        yield _glab_create(fields[1:], invocation)


def _unknown_tool(name: str, rest: Sequence[str], invocation: Invocation) -> Iterator[PullRequest]:
    """A program that nobody can name, with the words of a pull request behind it."""
    words = [field for field in rest if not field.startswith("-")]
    if len(words) < 2 or is_blank(words[0]) or not may_be(name, _TOOLS):
        return
    if may_be(words[0], ("pr",)) and may_be(words[1], ("create", "new")):
        yield _gh_create(rest, invocation)
    elif may_be(words[0], ("mr",)) and may_be(words[1], _MR_VERBS):
        yield _glab_create(rest, invocation)


def _gh(rest: Sequence[str], invocation: Invocation) -> Iterator[PullRequest]:
    yield from _forge(rest, invocation, "pr", ("create", "new"), _gh_create)


def _glab(rest: Sequence[str], invocation: Invocation) -> Iterator[PullRequest]:
    yield from _forge(rest, invocation, "mr", _MR_VERBS, _glab_create)


_MR_VERBS = ("create", "new", "for", "create-for", "new-for", "for-issue")
_Create = Callable[[Sequence[str], Invocation], PullRequest]


def _forge(
    rest: Sequence[str], invocation: Invocation, area: str, verbs: Sequence[str], create: _Create
) -> Iterator[PullRequest]:
    """Pull requests of a program with areas and verbs."""
    plain = tuple(field for field in rest if not field.startswith("-"))
    # An option before the words may take a value or not, and what nobody can tell may be nothing at all.
    for words in (arguments(rest, _GLOBAL).words, plain, tuple(word for word in plain if not is_blank(word))):
        first, second = (*words, "", "")[:2]
        if may_be(first, (area,)) and (may_be(second, verbs) or (not second and LOOSE in first)):
            # Help alone opens nothing; among other arguments it may be the value of one of them.
            if tuple(rest) not in {(area, verb, flag) for verb in verbs for flag in ("--help", "-h")}:
                yield create(rest, invocation)
            return
        if first == "api":
            yield from _api(rest, invocation)
            return
        if first == "alias" and _hides(" ".join((*words[1:], invocation.stdin)), area, verbs):
            yield PullRequest(invocation.places, doubt="an alias would hide it from this hook; name the command itself")
            return


def _hides(text: str, area: str, verbs: Sequence[str]) -> bool:
    return bool(re.search(rf"\b{area}\b.*\b(?:{'|'.join(verbs)})\b|pulls|merge_requests|\bcreatePullRequest", text))


def _gh_create(rest: Sequence[str], invocation: Invocation) -> PullRequest:
    given = arguments(rest, frozenset(_GH.split()))
    base, head, repository = given.last("-B", "--base"), given.last("-H", "--head"), given.last("-R", "--repo")
    return PullRequest(invocation.places, base, head, repository, given.doubt)


def _glab_create(rest: Sequence[str], invocation: Invocation) -> PullRequest:
    given = arguments(rest, frozenset(_GLAB.split()))
    base, head = given.last("-b", "--target-branch"), given.last("-s", "--source-branch")
    return PullRequest(invocation.places, base, head, given.last("-R", "--repo"), given.doubt)


def _hub(rest: Sequence[str], invocation: Invocation) -> Iterator[PullRequest]:
    given = arguments(rest, frozenset(_HUB.split()))
    if given.words[:1] == ("api",):
        yield from _api(rest, invocation)
    if "pull-request" in given.words[:1] and tuple(rest) != ("pull-request", "--help"):
        owner, _, base = given.last("-b", "--base").rpartition(":")
        yield PullRequest(invocation.places, base, given.last("-h", "--head"), owner, given.doubt)


def _api(rest: Sequence[str], invocation: Invocation) -> Iterator[PullRequest]:
    """A request to the programming interface that would open one."""
    given = arguments(rest, frozenset(_API.split()))
    endpoint = given.words[1] if len(given.words) > 1 else ""
    if endpoint == "graphql":
        if "createPullRequest" in "\n".join((*rest, invocation.stdin)):
            yield PullRequest(invocation.places, doubt="it is written as a query; use `gh pr create`")
        elif _is_elsewhere(given, invocation.stdin):
            yield PullRequest(invocation.places, doubt="its query comes from elsewhere; write it into the command")
        return
    fields = dict(value.partition("=")[::2] for name, value in given.options if name in _FIELDS)
    method = given.last("-X", "--method").upper() or ("POST" if given.has(*_FIELDS, "--input") else "GET")
    found = re.fullmatch(_ENDPOINT, endpoint)
    if not may_be(method, ("POST",)) or not (found or (is_blank(endpoint) and {"base", "head"} <= fields.keys())):
        return
    repository = found[1] if found else endpoint
    doubt = given.doubt or ("its fields come from elsewhere" if given.has("--input") else "")
    yield PullRequest(
        invocation.places,
        fields.get("base", fields.get("target_branch", "")),
        fields.get("head", fields.get("source_branch", "")),
        "" if repository in _PLACEHOLDERS else repository,
        doubt,
    )


def _is_elsewhere(given: Arguments, stdin: str) -> bool:
    """True when the query is read from a file, or from an input that nobody can tell."""
    sources = [value for name, value in given.options if name == "--input"]
    sources += [value[7:] for name, value in given.options if name in ("-F", "--field") and value.startswith("query=@")]
    return any(source != "-" or not stdin or not is_known(stdin) for source in sources)


def _git(rest: Sequence[str], invocation: Invocation) -> Iterator[PullRequest]:
    """`git push` with the option that opens a merge request, and `git pull-request` where hub stands in for git."""
    places, doubt, left = invocation.places, "", list(rest)
    settings = []
    while left and left[0].startswith("-"):
        option = left.pop(0)
        if option == "-C" and left:
            places = tuple(joined(place, left[0]) for place in places)
        if option.startswith(("--git-dir", "--work-tree", "--namespace")):
            doubt = f"{option.partition('=')[0]} is given"
        if option == "-c" and left:
            settings.append(left[0].partition("=")[2])
        if option in ("-C", "-c", "--git-dir", "--work-tree", "--namespace"):
            left[:1] = []
    settings += [value for name, value in invocation.variables.items() if name.startswith("GIT_CONFIG_VALUE")]
    moved = Invocation(tuple(left), places, invocation.variables)
    if left[:1] == ["pull-request"]:
        yield from _hub(left, moved)
    elif left[:1] == ["config"] and any(field.startswith(_OPENS) for field in left) and not _REMOVES.intersection(left):
        yield PullRequest(places, doubt="a setting would open one with every push; use `git push -o`")
    elif left[:1] == ["push"]:
        yield from _push(arguments(left[1:], frozenset(_PUSH.split())), settings, moved, doubt)


def _push(given: Arguments, settings: Sequence[str], invocation: Invocation, doubt: str) -> Iterator[PullRequest]:
    values = [*settings, *(value for name, value in given.options if name in ("-o", "--push-option"))]
    if not any(value.startswith(_OPENS) for value in values):
        return
    base = next((v.partition("=")[2] for v in values if v.startswith("merge_request.target=")), "")
    doubt = doubt or given.doubt
    if given.has("--all", "--mirror", "--branches"):
        doubt = doubt or "it pushes many branches at once"
    for source in (word.lstrip("+").partition(":")[0] for word in given.words[1:] or ("HEAD",)):
        if source:
            yield PullRequest(invocation.places, base, source, "", doubt)


_TOOLS: Mapping[str, Callable[[Sequence[str], Invocation], Iterator[PullRequest]]] = {
    "gh": _gh,
    "glab": _glab,
    "hub": _hub,
    "git": _git,
}
