"""Which commands open a pull request, and what they say about it."""

import pytest

from orchestrator.gate.request import PullRequest, pull_requests
from orchestrator.gate.shell.walk import invocations
from tests.support.commands import MENTIONING, OPENING, ORDINARY


def requests(command: str) -> tuple[PullRequest, ...]:
    return pull_requests(invocations(command, "/repo", "/home/u"))


def one(command: str) -> PullRequest:
    found = requests(command)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize("command", OPENING)
def test_every_disguise_is_seen_through(command: str) -> None:
    assert requests(command) != ()


@pytest.mark.parametrize("command", [*MENTIONING, *ORDINARY])
def test_a_mention_opens_nothing(command: str) -> None:
    assert requests(command) == ()


@pytest.mark.parametrize(
    ("command", "base", "head", "repository"),
    [
        ("gh pr create", "", "", ""),
        ("gh pr create --base main --head feature", "main", "feature", ""),
        ("gh pr create --base=main -Hfeature", "main", "feature", ""),
        ("gh pr create -B main -H me:feature", "main", "feature", ""),
        ("gh pr create -dB=main", "main", "", ""),
        ("gh pr create --title '--base x' --base main", "main", "", ""),
        ("gh pr create --title --base main", "", "", ""),
        ("gh -R o/r pr create --base a --base b", "b", "", "o/r"),
        ("gh pr --repo o/r create", "", "", "o/r"),
        ("GH_REPO=o/r gh pr create", "", "", "o/r"),
        ("export GH_REPO=o/r; gh pr create", "", "", "o/r"),
        ("env GH_REPO=o/r gh pr create", "", "", "o/r"),
        ("b=main; gh pr create --base $b", "main", "", ""),
        ("gh pr create --head $(git branch --show-current)", "", "HEAD", ""),
        ("glab mr create --target-branch main --source-branch f -R g/p", "main", "f", "g/p"),
        ("hub pull-request -b o:main -h me:f", "main", "f", "o"),
        ("gh api repos/o/r/pulls -f base=main -f head=me:f -f title=x", "main", "f", "o/r"),
        ("gh api 'repos/{owner}/{repo}/pulls' -X POST -f base=main", "main", "", ""),
        ("git push -o merge_request.create -o merge_request.target=main origin f:g", "main", "f", ""),
        ("git push origin -o merge_request.create", "", "HEAD", ""),
    ],
)
def test_what_a_command_says(command: str, base: str, head: str, repository: str) -> None:
    assert one(command) == PullRequest(("/repo",), base, head, repository)


@pytest.mark.parametrize(
    "command",
    [
        "gh pr create --base $BASE",
        'gh pr create --base "$BASE"',
        "gh pr create $ARGS",
        'gh pr create "$ARG"',
        'gh pr create --title "$@"',
        "gh pr create --title $TITLE",
        "gh $X",
        "gh pr $VERB",
        "c=list; true && c=create; gh pr $c",
        "GH_REPO=$R gh pr create",
        "GIT_DIR=/elsewhere/.git gh pr create",
        "env -C /elsewhere gh pr create",
        "gh alias set x 'pr create'",
        "gh api graphql --input q.json",
        "gh api graphql -F query=@q.graphql",
        "git config push.pushOption merge_request.create",
        "gh api graphql -f query='mutation { createPullRequest }'",
        "gh api repos/o/r/pulls --input body.json",
        "git --git-dir=/elsewhere push -o merge_request.create",
        "git push --all -o merge_request.create",
        "python3 -c 'import os; os.system(\"gh pr create\")'",
        "curl -d @x https://api.github.com/repos/o/r/pulls",
    ],
)
def test_what_nobody_can_tell_leaves_a_doubt(command: str) -> None:
    assert all(request.doubt for request in requests(command))
    assert requests(command)


@pytest.mark.parametrize("command", ['gh pr create --title "$TITLE" --body "$BODY"', 'gh pr create -t "a $(date) b"'])
def test_text_for_people_may_be_anything(command: str) -> None:
    assert one(command).doubt == ""


@pytest.mark.parametrize(
    ("command", "places"),
    [
        ("cd sub && gh pr create", ["/repo/sub"]),
        ("cd sub; gh pr create", ["/repo/sub"]),
        ("cd /a && cd b && gh pr create", ["/a/b"]),
        ("(cd sub); gh pr create", ["/repo"]),
        ("(cd sub && gh pr create)", ["/repo/sub"]),
        ("pushd sub && gh pr create", ["/repo/sub"]),
        ("cd && gh pr create", ["/home/u"]),
        ("cd ~/x && gh pr create", ["/home/u/x"]),
        ("false && cd /reviewed; gh pr create", ["/repo", "/reviewed"]),
        ("cd sub || cd other; gh pr create", ["/repo/sub", "/repo/sub/other", "/repo/other"]),
        ("cd sub || exit 1; gh pr create", ["/repo/sub"]),
        ("if x; then cd /reviewed; fi; gh pr create", ["/repo", "/reviewed"]),
        ("sh -c 'cd sub'; gh pr create", ["/repo"]),
        ("git -C sub push -o merge_request.create", ["/repo/sub"]),
    ],
)
def test_where_it_runs(command: str, places: list[str]) -> None:
    assert sorted(one(command).places) == sorted(places)


@pytest.mark.parametrize(
    "command", ["cd $D && gh pr create", "cd - && gh pr create", "popd; gh pr create", "CDPATH=/x; cd y; gh pr create"]
)
def test_a_place_that_nobody_can_tell(command: str) -> None:
    assert any("\1" in place for place in one(command).places)


@pytest.mark.parametrize("verb", ["create", "new"])
def test_help_opens_nothing_but_only_by_itself(verb: str) -> None:
    assert requests(f"gh pr {verb} --help") == ()
    assert requests(f"gh pr {verb} -h") == ()
    assert requests(f"gh pr {verb} --title --help")
    assert requests(f"gh pr {verb} --dry-run")
