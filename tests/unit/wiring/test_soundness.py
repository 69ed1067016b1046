"""What the next run would refuse in settings, told before it runs."""

from pathlib import Path
from typing import Any

import pytest

from orchestrator.settings.model import Layer
from orchestrator.settings.parse import parse_layer
from orchestrator.system.clock import SystemClock
from orchestrator.system.worktree import WorkTree
from orchestrator.wiring.efforts import efforts_of
from orchestrator.wiring.policy import shipped_lenses
from orchestrator.wiring.soundness import Known, faults, faults_of, known_here, preset_faults
from orchestrator.wiring.wire import anthropic_engine, openai_engine

MODES = "modes:\n  own: {task: t, aliases: [o], severities: [{id: a, verdict: warn}]}\n  arc: {enabled: false}\n"


def known(text: str = "") -> Known:
    return known_here((parse_layer(MODES + text, "f"), None), None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("engine: banana", "engine: there is no engine banana (engines: offline, anthropic, "),
        ("provider: anthropc", "provider: there is no engine anthropc; did you mean anthropic? (engines: "),
        ("fix: {engine: cluade}", "fix.engine: there is no engine cluade; did you mean claude?"),
        ("mode: nope", "mode: there is no mode nope (there are panel, cr, own)"),
        ("mode: arc", "mode: the mode arc is switched off in f"),
        ("ignored: '[x, b/'", "ignored: '[x' is no pattern of paths: "),
        ("ignored: [a/, '[x']", "ignored: '[x' is no pattern of paths: "),
        ("routes: {naming-revie: offline}", "routes: there is no lens naming-revie; did you mean naming-review?"),
        (
            "record: {roles: [naming-revie, cr]}",
            "record.roles: there is no lens and no mode naming-revie; did you mean",
        ),
        ("record: {roles: [arc]}", "record.roles: there is no lens and no mode arc"),
        ("routes: {naming-review: offlin}", "routes: there is no engine offlin; did you mean offline?"),
        (
            "engine: claude\nreasoning_effort: banana",
            "reasoning_effort: claude offers no reasoning level banana; it off",
        ),
        ("engine: codex\nreasoning_effort: max", "reasoning_effort: codex offers no reasoning level max"),
        (
            "engine: openai\nopenai: {efforts: [low]}\nreasoning_effort: high",
            "reasoning_effort: openai offers no reasoning level high; it offers low",
        ),
    ],
)
def test_what_a_run_would_refuse_is_told(text: str, said: str) -> None:
    found = faults(parse_layer(text, "f").values, known(text))
    assert len(found) == 1
    assert found[0].startswith(said)


@pytest.mark.parametrize(
    "text",
    [
        "engine: offline\nprovider: ''\nfix: {engine: claude}",
        "mode: panel",
        "mode: o",
        "mode: own\nengine: ''",
        "ignored: ['*.js', '[ab]/', '!x', '# nothing']",
        "routes: {naming-review: offline}",
        "reasoning_effort: banana",
        "engine: gemini\nreasoning_effort: banana",
        "engine: claude\nreasoning_effort: ''",
        "max_files: 3",
        "record: {roles: [naming-review, own], plan_roles: [anybody]}",
    ],
)
def test_what_a_run_can_use_is_not_complained_about(text: str) -> None:
    assert faults(parse_layer(text, "f").values, known(text)) == ()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("{provider: banana}", "f: modes.own.settings.provider: there is no engine banana"),
        ("{provider: codex, reasoning_effort: max}", "f: modes.own.settings.reasoning_effort: codex offers no"),
        ("{reasoning_effort: max}", ""),
    ],
)
def test_presets_are_judged_under_their_mode(settings: str, said: str) -> None:
    layer = parse_layer(f"modes: {{own: {{task: t, settings: {settings}}}}}\nengine: claude\n", "f")
    here = known_here((layer,), None)
    found = preset_faults(here.modes, here.settings)
    assert len(found) == bool(said)
    assert "".join(found).startswith(said)


def test_lenses_of_the_project_can_be_routed_to(tmp_path: Path) -> None:
    text = Path("agents/doc-review.md").read_text(encoding="utf-8").replace("name: doc-review", "name: tone-review", 1)
    lens = tmp_path / ".code-review/agents/tone-review.md"
    lens.parent.mkdir(parents=True)
    lens.write_text(text, encoding="utf-8")
    routes: Any = {"tone-review": "offline"}
    with_own = known_here((), WorkTree(tmp_path, (".code-review/agents/tone-review.md",)))
    assert faults_of("routes", routes, with_own) == ()
    assert len(faults_of("routes", routes, known())) == 1


def test_a_broken_lens_leaves_those_of_the_release(tmp_path: Path) -> None:
    lens = tmp_path / ".code-review/agents/broken-review.md"
    lens.parent.mkdir(parents=True)
    lens.write_text("no front matter", encoding="utf-8")
    here = known_here((), WorkTree(tmp_path, (".code-review/agents/broken-review.md",)))
    assert here.lenses == tuple(one.name for one in shipped_lenses())


def test_the_levels_are_those_of_the_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    settings = known_here((Layer("f", {"openai.models.inherit": "m"}),), None).settings
    for engine in (anthropic_engine(settings, SystemClock()), openai_engine(settings, SystemClock())):
        assert efforts_of(engine.info.name, settings) == engine.info.efforts
