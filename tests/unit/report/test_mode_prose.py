"""The prose report of a run with a mode: titled, judged and told in the mode's own words."""

import re
from dataclasses import replace
from types import MappingProxyType

import pytest

from orchestrator.report.columns import cell_width
from orchestrator.report.markdown import to_markdown
from orchestrator.report.prose import build_document
from orchestrator.report.terminal import TerminalReporter
from orchestrator.values.analysis import GateResult, GateStatus
from orchestrator.values.change import ChangedFile, IgnoredFile, LeftOut, Status
from orchestrator.values.mode import ModeRun
from orchestrator.values.outcome import Failed
from orchestrator.values.report import Report, Verdict
from orchestrator.values.turn import FailureKind
from tests.support.mode_reports import SHAPE, STORE, make_discussed, make_mode_report, make_unfinished, stated
from tests.support.reports import OFFLINE, make_change


def markdown(report: Report) -> str:
    return to_markdown(build_document(report))


def terminal(report: Report, *, width: int = 80, colour: bool = False) -> str:
    return TerminalReporter(width=width, colour=colour).render(report).decode("utf-8")


def ignored(*paths: str) -> tuple[IgnoredFile, ...]:
    return tuple(
        IgnoredFile(ChangedFile(path=path, status=Status.MODIFIED), "dist/", ".gitignore", by_base=True)
        for path in paths
    )


@pytest.mark.parametrize(
    ("report", "title", "last"),
    [
        (make_mode_report(), "sound (PASS)", "sound (PASS); no findings in 1 file"),
        (
            make_discussed(),
            "worth discussing (WARN), 1 finding withheld",
            "worth discussing (WARN), 1 finding withheld; 1 x worth a word, 1 x low in 2 files (1 suppressed)",
        ),
        (
            make_mode_report(stated("F1", "high"), stated("F2", "high", line=3)),
            "decide before merge (FAIL)",
            "decide before merge (FAIL); 2 x high in 1 file",
        ),
        (make_unfinished(), "NO VERDICT", "NO VERDICT; the review is incomplete (1 x high so far)"),
    ],
)
def test_the_title_and_the_last_line_speak_the_mode_s_words(report: Report, title: str, last: str) -> None:
    assert markdown(report).splitlines()[0] == f"# Shape review: {title}"
    assert terminal(report).splitlines()[-1] == f"Shape review: {last}"


@pytest.mark.parametrize(
    ("word", "title"), [("", "PASS"), ("pass", "pass"), ("Pass", "Pass"), ("geçti", "geçti (PASS)")]
)
def test_a_verdict_is_not_said_twice(word: str, title: str) -> None:
    mode = replace(SHAPE, verdicts=MappingProxyType({"pass": word}))
    assert markdown(make_mode_report(run=ModeRun(mode=mode))).splitlines()[0] == f"# Shape review: {title}"


def test_the_verdict_and_the_severities_have_the_colour_of_what_they_force() -> None:
    text = terminal(make_discussed(), colour=True)
    assert text.splitlines()[-1].startswith("\x1b[1;33mShape review: worth discussing")
    assert "\x1b[33mworth a word\x1b[0m  \x1b[1mA command opens the database\x1b[0m" in text
    assert "\x1b[2mlow\x1b[0m           \x1b[1mTwo names for one thing\x1b[0m" in text


def test_labels_of_fields_step_back_behind_their_texts() -> None:
    text = terminal(make_mode_report(stated()), colour=True)
    assert "              \x1b[2mInstead:\x1b[0m Ask `Service.orders()`, which exists already." in text.splitlines()
    assert "              The command opens the database itself." in text.splitlines()


def test_findings_come_by_severity_in_the_order_of_the_mode() -> None:
    severities = ("low", "mid", "high", "mid")
    report = make_mode_report(
        *(stated(f"F{line}", name, f"T{line}", line=line) for line, name in enumerate(severities))
    )
    assert re.findall(r"^### .*: (T\d)$", markdown(report), re.MULTILINE) == ["T2", "T1", "T3", "T0"]
    assert re.findall(r"\b(T\d)$", terminal(report), re.MULTILINE) == ["T2", "T1", "T3", "T0"]


def test_a_finding_is_drawn_from_the_fields_of_the_mode() -> None:
    lines = terminal(make_mode_report(stated("F7", in_diff=False)), width=90).splitlines()
    at = lines.index("worth a word  A command opens the database")
    assert lines[at : at + 8] == [
        "worth a word  A command opens the database",
        "              src/cli.py:12, layering, F7, outside the changed lines",
        "              The command opens the database itself.",
        "              Every other command asks the service for it.",
        "              What it costs: A second store would have to be taught to every command.",
        "              Instead: Ask `Service.orders()`, which exists already.",
        "              Evidence:",
        "              | connection = connect(path)",
    ]


def test_a_field_that_states_nothing_is_not_drawn_and_none_is_cut() -> None:
    long = "word " * 900
    text = markdown(make_mode_report(stated(fields={"alternative": "", "consequence": long})))
    assert "**Instead:**" not in text
    assert long.strip() in text


def test_a_summary_that_repeats_the_title_is_said_once() -> None:
    title = "A command opens the database"
    assert markdown(make_mode_report(stated(summary=title))).count(title) == 1


def test_code_keeps_its_shape_whatever_fence_it_holds() -> None:
    code = "a\n\t````\n\n   b"
    text = markdown(make_mode_report(stated(fields={"evidence": code})))
    assert "\n  `````\n  a\n      ````\n\n     b\n  `````\n" in text


def test_a_label_that_is_wide_stands_alone() -> None:
    mode = replace(SHAPE, severities=(replace(SHAPE.severities[1], label="talk about it over lunch"),))
    lines = terminal(make_mode_report(stated(), run=ModeRun(mode=mode))).splitlines()
    assert lines[lines.index("talk about it over lunch") + 1] == "           A command opens the database"


@pytest.mark.parametrize("width", [40, 60, 100])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    mode = replace(SHAPE, severities=(replace(SHAPE.severities[1], label="漢字" * 40),))
    report = make_mode_report(
        stated(title="漢字" * 50, fields={"evidence": "x" * 300 + "\n\t" + "漢" * 90}), run=ModeRun(mode=mode)
    )
    assert max(cell_width(line) for line in terminal(report, width=width).splitlines()[:-1]) <= width


@pytest.mark.parametrize("text", [markdown(make_discussed()), markdown(make_unfinished()), terminal(make_discussed())])
def test_nothing_speaks_of_a_panel(text: str) -> None:
    assert not re.search(r"\b(lens|lenses|panel|roster|health)\b", text, re.IGNORECASE)


def test_neither_does_a_run_that_went_wrong() -> None:
    lost = Failed(agent="shape", kind=FailureKind.TIMEOUT, error="no answer", attempts=2)
    gate = GateResult("secrets", GateStatus.FAIL, "a key")
    gone = make_mode_report(outcomes=(lost,), verdict=Verdict.NONE, overall=Verdict.FAIL)
    stopped = make_mode_report(
        outcomes=(), gates=(gate,), verdict=Verdict.FAIL, overall=Verdict.FAIL, static_count=3, engine=OFFLINE
    )
    for report in (gone, stopped):
        assert not re.search(r"\b(lens|lenses|panel)\b", markdown(report), re.IGNORECASE)
    assert "The reviewer gave no valid result." in markdown(gone)
    assert "the reviewer was not started" in markdown(stopped)
    assert "No model reviewed this change." in markdown(stopped)


def test_when_all_findings_are_withheld_the_pass_says_so_first() -> None:
    gone = [stated(f"F{line}", line=line, withheld_because="not in the file") for line in (1, 2)]
    lines = markdown(make_mode_report(*gone)).splitlines()
    assert lines[0] == "# Shape review: sound (PASS), 2 findings withheld"
    last = terminal(make_mode_report(*gone)).splitlines()[-1]
    assert last == "Shape review: sound (PASS), 2 findings withheld; no findings in 1 file"
    assert lines[2].startswith("A pass, but 2 findings were withheld and none counts:")
    assert "- `src/cli.py:1` worth a word: A command opens the database. **Withheld:** not in the file" in lines


def test_a_run_that_did_not_finish_says_why_on_top_and_shows_what_it_has() -> None:
    text = markdown(make_unfinished())
    lines = text.splitlines()
    assert lines[2] == "> **INCOMPLETE:** the time of the run (600 s) was over before the reviewer finished"
    assert text.count("(600 s)") == 1
    assert "> **Degraded.** The first call failed" in text
    assert "### high: A command opens the database" in lines


def test_one_failure_is_told_once_in_the_lead() -> None:
    lost = "a call that carried a finding was of no use and not repeated: 'Crash': line is missing"
    less = "the first call failed (cut), so the review was made with less"
    run = ModeRun(mode=SHAPE, incomplete=f"not all was recorded: {lost}", degraded=f"{less}; {lost}")
    reasons = (f"the review is incomplete: {run.incomplete}", "a.py: over max_files")
    report = make_mode_report(stated(), run=run, verdict=Verdict.NONE, overall=Verdict.FAIL, verdict_reasons=reasons)
    text = markdown(report).partition("<!-- code-review:payload")[0]
    assert text.count("not repeated") == 1
    assert f"> **Degraded.** {less}\n" in text
    assert "- a.py: over" in text
    assert "| shape | small | incomplete | 1 x worth a word | 1 |" in text
    failed = Failed(agent="shape", kind=FailureKind.MALFORMED, error=run.incomplete)
    told = (f"shape failed after 1 attempt (malformed): {run.incomplete}",)
    gone = replace(report, outcomes=(failed,), findings=(), verdict_reasons=told)
    assert markdown(gone).partition("<!-- code-review:payload")[0].count("not repeated") == 2


def test_files_that_were_left_out_are_no_end_of_the_run() -> None:
    change = make_change(left_out=(LeftOut("b.py", "over max_files", "budget"),))
    text = markdown(make_mode_report(change=change, verdict=Verdict.NONE, overall=Verdict.FAIL))
    assert "before the run ended" not in text
    assert "That is not a clean review." in text
    assert "| shape | small | incomplete | 0 | 1 |" in text


@pytest.mark.parametrize("stopped", [False, True])
def test_no_finding_is_only_a_clean_review_when_the_reviewer_finished(stopped: bool) -> None:
    run = ModeRun(mode=SHAPE, store=STORE, incomplete="cancelled" if stopped else "")
    verdict, overall = (Verdict.NONE, Verdict.FAIL) if stopped else (Verdict.PASS, Verdict.PASS)
    text = markdown(make_mode_report(run=run, verdict=verdict, overall=overall))
    assert ("That is not a clean review." in text) is stopped
    assert ("The reviewer finished and has nothing to report." in text) is not stopped


def test_the_activity_the_focus_and_the_origin_of_the_mode_are_told() -> None:
    text = markdown(make_discussed())
    assert "- **Store:** 12 calls: 3 recorded, 1 updated, 0 deleted" in text
    assert "- **Focus:** only the boundary to the store" in text
    assert "- **Mode:** `shape` (Shape review), from `.code-review/config.yaml`" in text


def test_up_to_five_files_that_were_not_shown_are_named_and_all_are_listed() -> None:
    paths = [f"dist/{number}.js" for number in range(7)]
    left_out = tuple(LeftOut(path, "ignored by dist/ (.gitignore)", "ignored") for path in paths)
    change = make_change(ignored=ignored(*paths), left_out=(*left_out, LeftOut("a.bin", "not text", "binary")))
    text = markdown(make_mode_report(change=change))
    named = ", ".join(f"`{path}` (dist/, .gitignore)" for path in paths[:5])
    assert f"> **7 files ignored:** {named} and 2 more" in text
    assert "> **1 file left out:** `a.bin` (not text)" in text
    assert all(f"| `{path}` | ignored | ignored by dist/ (.gitignore) |" in text for path in paths)
    assert "dist/6.js" not in terminal(make_mode_report(change=change))


def test_ignored_files_that_a_notice_names_are_not_named_twice() -> None:
    report = make_mode_report(
        change=make_change(ignored=ignored("dist/a.js")),
        notices=("1 changed file was ignored: dist/a.js (dist/, .gitignore)",),
    )
    assert "file ignored:" not in markdown(report)


def test_the_severities_are_explained_in_the_document_that_is_kept() -> None:
    assert "| worth a word | warn | talk about it once |" in markdown(make_discussed())
    assert "talk about it once" not in terminal(make_discussed())
