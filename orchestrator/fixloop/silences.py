"""Words that make a tool silent, wherever they stand: a fix mends what was found, it does not hide it."""

import re
from collections import Counter

from orchestrator.scope.documentation import is_documentation

# What follows a word on its line, so that naming one more rule, or no longer naming any, is a new silence.
_REST = r"[^\n]{0,120}"
_WORDS = (
    # Python
    r"#[ \t]*(?:ruff|flake8)[ \t]*:[ \t]*(?:noqa|disable|ignore|isort)",
    r"\bnoqa\b",
    r"\btype:[ \t]*ignore",
    r"\b(?:pyright|pyre|ty|mypy)[ \t]*:[ \t]*[\w-]*ignore",
    r"\bmypy:[ \t]*(?:disable|allow|no-)",
    r"\bpyre-(?:ignore|fixme|unsafe)",
    r"\bpylint[ \t]*:[ \t]*(?:disable|skip)",
    r"\bnosec\b",
    r"\b(?:fmt|yapf|isort|autopep8)[ \t]*:[ \t]*(?:off|skip)",
    r"\bno_type_check\b",
    r"\bpragma:?[ \t]*(?:no[ \t]*(?:cover|branch|mutate)|(?:allow|white)list)",
    r"(?:filterwarnings|simplefilter)\([ \t]*[\"']ignore",
    # Any language
    r"\bnosem(?:grep)?\b",
    r"\b(?:gitleaks|trufflehog|trivy|checkov|tfsec|kics|terrascan|bearer|hadolint|dockle)[ \t]*[:-]?[ \t]*(?:allow|ignore|skip|disable)",
    r"\b(?:lgtm|codeql)[ \t]*\[",
    r"\bskipcq\b",
    r"\b(?:lint|staticcheck|revive|exhaustive|luacheck|tflint|swiftformat)[ \t]*[:-][ \t]*(?:file-)?(?:ignore|disable)",
    r"\bresharper[ \t]+disable",
    r"\bnosonar\b",
    r"\bnolint\w*",
    r"\bshellcheck[ \t]+disable",
    r"\b(?:yamllint|markdownlint|sqlfluff|ansible-lint|rubocop|standard)[ \t]*[:-]?[ \t]*(?:disable|off|ignore|todo)",
    r"\b(?:swiftlint|ktlint|scalastyle|credo|erblint)[ \t]*[:-]?[ \t]*(?:disable|off|ignore|skip)",
    # JavaScript and TypeScript
    r"\b(?:eslint|oxlint|tslint|stylelint|jshint|jscs)[ \t]*[:-]?[ \t]*(?:disable|ignore|off)[\w-]*",
    r"/\*[ \t\n]*eslint\b(?!-)",
    r"@ts-(?:ignore|nocheck|expect-error)",
    r"\$Flow(?:FixMe|Ignore|Issue)",
    r"@noflow\b",
    r"\b(?:biome|deno-lint|rome|dprint|prettier)-ignore",
    r"\b(?:istanbul|c8|v8|node:coverage)[ \t]+(?:ignore|disable)",
    # The rest
    r"@Suppress(?:Warnings|Lint|FBWarnings)?\b",
    r"\[(?:assembly:[ \t]*)?(?:[\w.]*\.)?SuppressMessage",
    r"#pragma[ \t]+(?:warning|clang[ \t]+diagnostic|GCC[ \t]+diagnostic|error_messages)",
    r"#!?\[(?:cfg_attr\([^\n\]]{0,60},[ \t]*)?(?:allow|expect)\(",
    r"\bnoinspection\b",
    r"@(?:phpstan|psalm)-(?:ignore|suppress)[\w-]*",
    r"\b(?:phpcs|phpmd|psalm|phpstan)[ \t]*:[ \t]*(?:ignore|disable)",
    r"@codeCoverageIgnore\w*",
    r"\b(?:LCOV|GCOVR?)_EXCL_\w+",
    r"\bCHECKSTYLE[ \t]*:?[ \t]*OFF",
    r"\bcoverage:[ \t]*ignore",
    r":nocov:",
)
_SILENCE = re.compile("(?:" + "|".join(f"(?:{word})" for word in _WORDS) + ")" + _REST, re.IGNORECASE)
_MARKUP_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|\{/\*.*?(?:\*/\}|\Z)", re.DOTALL)
_BLANKS = re.compile(r"\s+")


def new_silence(path: str, before: str, after: str) -> str:
    """A directive that `after` holds more often than `before`, with the rest of its line; empty when there is none.

    One that becomes wider, or narrower, is a new one. A document may speak of directives; only its comments count.
    """
    if is_documentation(path):
        before, after = ("\n".join(_MARKUP_COMMENT.findall(text)) for text in (before, after))
    more = _silences(after) - _silences(before)
    return next(iter(more), "")


def _silences(text: str) -> Counter[str]:
    return Counter(_BLANKS.sub(" ", found[0]).strip() for found in _SILENCE.finditer(text))
