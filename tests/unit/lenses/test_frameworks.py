"""Framework lenses and the files a lens sees."""

import json

import pytest

from orchestrator.lenses.files import lens_files
from orchestrator.lenses.frameworks import framework_lenses, is_manifest
from orchestrator.values.change import ChangedFile, Status
from tests.unit.lenses.builders import edited, file, lens

REACT, VUE, ANGULAR = "react-reactivity-review", "vue-reactivity-review", "angular-reactivity-review"


@pytest.mark.parametrize(
    ("path", "data", "declared"),
    [
        ("package.json", {"dependencies": {"react": "18"}}, {REACT}),
        ("packages/web/package.json", {"devDependencies": {"react-dom": "18", "vue": "3"}}, {REACT, VUE}),
        ("package.json", {"peerDependencies": {"@angular/core": "17"}}, {ANGULAR}),
        ("package.json", {"dependencies": {"ui": "npm:react@18"}}, {REACT}),
        ("package.json", {"dependencies": {"react-router": "6", "vuex": "4"}}, set()),
        ("package.json", {"name": "react"}, set()),
        ("bower.json", {"dependencies": {"vue": "2"}}, {VUE}),
        ("deno.json", {"imports": {"react/": "https://esm.sh/react@18/"}}, {REACT}),
        ("deno.json", {"imports": {"core": "npm:@angular/core@17"}}, {ANGULAR}),
        ("import_map.json", {"imports": {"v": "https://esm.sh/vue@3"}}, {VUE}),
        ("node_modules/react/package.json", {"dependencies": {"react": "18"}}, set()),
        ("pnpm-workspace.yaml", {"dependencies": {"react": "18"}}, set()),
    ],
)
def test_a_manifest_declares_a_framework(path: str, data: object, declared: set[str]) -> None:
    found = framework_lenses({path: json.dumps(data)})
    assert found.declared == declared
    assert found.broken == ()


def test_manifests_of_a_workspace_count_together_and_comments_are_read() -> None:
    found = framework_lenses(
        {
            "package.json": '{"workspaces": ["a", "b"]}',
            "a/package.json": '\ufeff{"dependencies": {"vue": "3"}}',
            "b/deno.jsonc": '{\n  // ours\n  "imports": {"react": "npm:react@18"}\n}',
        }
    )
    assert found.declared == {REACT, VUE}


@pytest.mark.parametrize("text", ["{", "[]", '{"dependencies": ["react"]}', "[" * 100_000, ""])
def test_a_broken_manifest_is_named_and_hides_no_other(text: str) -> None:
    found = framework_lenses({"a/package.json": text, "package.json": '{"dependencies": {"vue": "3"}}'})
    assert found.broken == ("a/package.json",)
    assert found.declared == {VUE}


def test_which_paths_are_manifests() -> None:
    assert is_manifest("a/b/package.json")
    assert not is_manifest("a/node_modules/b/package.json")
    assert not is_manifest("package.json.bak")


CONTENTS = {
    "hook.js": 'import { useState } from "react"\n',
    "legacy.cjs": "const React = require('react-dom/client')",
    "store.ts": "import { ref } from 'vue'\nexport const x = ref(1)",
    "dyn.mjs": 'const v = await import("@vue/reactivity")',
    "plain.js": "import { react } from './react-like'",
    "router.js": "import { x } from 'react-router'",
}
FILES = tuple(
    file(path)
    for path in [*CONTENTS, "App.jsx", "App.tsx", "Page.vue", "a.component.ts", "a.component.html", "b.html", "c.py"]
)


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        (REACT, ["hook.js", "legacy.cjs", "App.jsx", "App.tsx"]),
        (VUE, ["store.ts", "dyn.mjs", "Page.vue"]),
        (ANGULAR, ["store.ts", "a.component.ts", "a.component.html"]),
    ],
)
def test_a_framework_lens_sees_its_framework(name: str, seen: list[str]) -> None:
    found = lens_files(lens(name, "Scope:\n- *.none"), FILES, lambda path: CONTENTS.get(path, ""))
    assert [one.path for one in found] == seen


def test_a_script_nobody_can_read_is_shown() -> None:
    assert lens_files(lens(REACT), (file("a.js"), file("a.py")), lambda _: None) == (file("a.js"),)


def test_a_deleted_script_is_judged_by_its_removed_lines() -> None:
    react = edited("gone.js", '-import React from "react"', status=Status.DELETED)
    other = edited("other.js", "-let a = 1", status=Status.DELETED)
    assert lens_files(lens(REACT), (react, other), lambda _: None) == (react,)


def test_files_by_scope() -> None:
    files = (file("a.jsx"), file("b.jsx", Status.ADDED), file("t/test_a.py"), file("c.md"))
    seen = {
        scope: [one.path for one in lens_files(lens("x-review", scope), files, lambda _: None)]
        for scope in ("Scope: always", "", "Scope: on-demand", "Scope: test-files", "Scope:\n- *.jsx\n- !a.*", "Scope: added-only\n- *.jsx")
    }  # fmt: skip
    every = ["a.jsx", "b.jsx", "t/test_a.py", "c.md"]
    assert list(seen.values()) == [every, every, every, ["t/test_a.py"], ["b.jsx"], ["b.jsx"]]


def test_without_a_diff_an_added_only_lens_sees_every_match() -> None:
    whole = (ChangedFile(path="a.jsx"), ChangedFile(path="b.py"))
    assert lens_files(lens("x-review", "Scope: added-only\n- *.jsx"), whole, lambda _: None) == whole[:1]
