"""Framework lenses: which UI frameworks the project depends on, and which files belong to each."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from types import MappingProxyType

from orchestrator.values.change import ChangedFile

Reader = Callable[[str], str | None]

MANIFEST_NAMES = frozenset({"package.json", "bower.json", "deno.json", "deno.jsonc", "import_map.json"})
_SECTIONS = ("dependencies", "devDependencies", "peerDependencies", "imports")
_SCRIPTS = frozenset({".js", ".ts", ".mjs", ".cjs", ".mts", ".cts"})
# A specifier of deno or of a package alias: `npm:react@18`, `jsr:@scope/name@1/sub`, `https://esm.sh/vue@3`.
_SPECIFIER = re.compile(r"(?:npm:|jsr:|https?://[^/]+/)/?(@[\w.-]+/[\w.-]+|[\w.-]+)")
_LINE_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Framework:
    """One framework: the packages that prove it, and the files its lens sees.

    `own` are name endings that only this framework uses; `also` are endings it shares with others, and `modules` the
    imports by which a script shows that it belongs here.
    """

    packages: frozenset[str]
    own: tuple[str, ...]
    modules: re.Pattern[str]
    also: tuple[str, ...] = ()

    def distinctive(self, file: ChangedFile, read: Reader) -> bool:
        """True when name or imports say that the file belongs to this framework."""
        if file.path.lower().endswith(self.own):
            return True
        return PurePosixPath(file.path).suffix.lower() in _SCRIPTS and self._imported(file, read)

    def sees(self, file: ChangedFile, read: Reader) -> bool:
        """True when the framework's lens is to see the file, given that the project uses the framework."""
        return file.path.lower().endswith(self.also) or self.distinctive(file, read)

    def _imported(self, file: ChangedFile, read: Reader) -> bool:
        """A file nobody could read is taken for one that imports the framework: in doubt it is shown."""
        text = read(file.path)
        if text is None and not file.hunks:
            return True
        lines = (line.text for hunk in file.hunks for line in hunk.lines)
        return any(self.modules.search(part) for part in (text or "", *lines))


def _imports(names: str) -> re.Pattern[str]:
    return re.compile(
        rf"""(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*["'](?:npm:)?(?:{names})(?:[/@][^"']*)?["']"""
    )


FRAMEWORKS: Mapping[str, Framework] = MappingProxyType(
    {
        "react-reactivity-review": Framework(
            frozenset({"react", "react-dom"}), (".jsx", ".tsx"), _imports("react|react-dom")
        ),
        "vue-reactivity-review": Framework(frozenset({"vue"}), (".vue",), _imports("vue|@vue")),
        "angular-reactivity-review": Framework(
            frozenset({"@angular/core"}),
            (".component.ts", ".component.html", ".service.ts"),
            _imports("@angular"),
            also=(".ts",),
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Manifests:
    """What the manifests say: lenses whose framework is declared, and the manifests that could not be read."""

    declared: frozenset[str]
    broken: tuple[str, ...]


def is_manifest(path: str) -> bool:
    """True for a dependency manifest of the project itself, in any directory; what is installed does not count."""
    pure = PurePosixPath(path)
    return pure.name in MANIFEST_NAMES and "node_modules" not in pure.parts


def framework_lenses(manifests: Mapping[str, str]) -> Manifests:
    """Reads the manifests (path to text). A workspace's packages count like the root; a broken one is named, not guessed."""
    packages: set[str] = set()
    broken: list[str] = []
    for path in sorted(manifests):
        if not is_manifest(path):
            continue
        found = _packages(manifests[path], comments=path.endswith(".jsonc"))
        if found is None:
            broken.append(path)
        else:
            packages |= found
    declared = frozenset(name for name, framework in FRAMEWORKS.items() if packages & framework.packages)
    return Manifests(declared, tuple(broken))


def _packages(text: str, *, comments: bool) -> set[str] | None:
    try:
        data = json.loads(_LINE_COMMENT.sub("", text) if comments else text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict):
        return None
    names: set[str] = set()
    for section in _SECTIONS:
        listed = data.get(section, {})
        if not isinstance(listed, dict):
            return None
        for name, version in listed.items():
            names.add(name.rstrip("/"))
            if isinstance(version, str) and (match := _SPECIFIER.match(version)):
                names.add(match[1])
    return names
