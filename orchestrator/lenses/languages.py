"""How imports and public declarations look in each language, line by line; deliberately generous."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Language:
    """Patterns for one language, each matched at the start of a line.

    `imports` bring something in; `callables` declare something whose parameter list may go on; `types` declare
    something whose members, inside braces, belong to the declaration. `comment` starts a line that says nothing.
    Where `bare_methods` is true a method needs no keyword, so `name(` may begin a call or a parameter list.
    """

    imports: re.Pattern[str]
    callables: re.Pattern[str]
    types: re.Pattern[str]
    comment: tuple[str, ...] = ("//", "*", "/*")
    bare_methods: bool = False


def _any(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{alternative})" for alternative in alternatives))


_NEVER = re.compile(r"(?!)")
_STATEMENT = (
    r"(?!return\b|throw\b|new\b|else\b|assert\b|yield\b|await\b|case\b|goto\b|delete\b|using\b|package\b|import\b)"
)
# A method without a body, as interfaces list them: `int size();`, `Task<int> SizeAsync(string name);`
_SIGNATURE = rf"\s*{_STATEMENT}[\w<>\[\],.?]+(?:\s+[\w<>\[\],.?]+)*\s+\w+\([^;=]*\)\s*(?:throws\s[\w, .]+)?;\s*$"
_METHOD = (
    r"\s+(?:(?:public|static|async|get|set|override|abstract|readonly)\s+)*"
    r"(?!_|if\b|for\b|while\b|switch\b|catch\b|function\b|return\b)[A-Za-z$]\w*\s*(?:<[^>]*>)?\([^;]*\)\s*"
)

PYTHON = Language(
    imports=_any(r"(?:.*[;:])?\s*(?:import|from)\s+[\w.]", r".*\b(?:__import__|import_module)\s*\("),
    callables=_any(
        r"\s*(?:async\s+)?def\s+(?!_(?!_))\w",
        r"\s*class\s+(?!_)\w",
        r"\s*@\w",
        r"[A-Za-z]\w*\s*(?::[^=]+)?=(?!=)",
        r"__all__\b",
        # Fields and members of a class; a local variable that looks like one is taken for one.
        r"\s+(?!(?:else|try|finally|lambda)\b)[A-Za-z]\w*\s*:\s*\w[^,]*$",
        r"\s+[A-Z][A-Z0-9_]*\s*=(?!=)",
    ),
    types=_NEVER,
    comment=("#",),
)
SCRIPT = Language(
    imports=_any(
        r"(?:.*[;}])?\s*import\b(?!\.meta)",
        r".*\b(?:import|require)\s*\(",
        r"\s*export\b.*\bfrom\s*['\"]",
        r"\s*\}\s*from\s*['\"]",
        r"\s*///\s*<reference",
    ),
    callables=_any(
        r"(?:.*[;}])?\s*export\b(?!\s+(?:declare\s+)?(?:const\s+)?(?:interface|type|enum)\b)",
        r".*\b(?:module\.)?exports\b\s*[.=\[]",
        r"\s*@\w",
        r"\s*(?:defineProps|defineEmits|defineExpose|defineModel|defineSlots)\b",
        # A method; nobody can tell from the line whether its class is exported.
        rf"{_METHOD}(?::[^{{;=]+)?\{{\s*$",
        rf"{_METHOD}:[^{{;=]+;\s*$",
    ),
    types=_any(r"\s*(?:export\s+)?(?:declare\s+)?(?:const\s+)?(?:interface|type|enum|namespace|module)\s+\w"),
    bare_methods=True,
)
GO = Language(
    imports=_any(r"import\b"),
    callables=_any(
        r"func\s+(?:\([^)]*\)\s*)?[A-Z]",
        r"package\s",
        r"\s+[A-Z]\w*\s+[\w\[*]",
        r"\s+[A-Z]\w*\(",
    ),
    types=_any(r"(?:type|var|const)\s+[A-Z(]"),
)
JAVA = Language(
    imports=_any(r"\s*import\s"),
    callables=_any(
        r"\s*package\s",
        r"\s*(?:public|protected)\b",
        r"\s*(?:(?:abstract|final|sealed|static|non-sealed|strictfp)\s+)*(?:class|record)\s+\w",
        r"\s*@\w",
        _SIGNATURE,
        r"\s*default\s+\w",
        r"\s*(?:exports|requires|opens|provides|uses)\s+[\w.]",
    ),
    types=_any(r"\s*(?:(?:public|protected|sealed|static|abstract)\s+)*(?:interface|enum|@interface)\s+\w"),
    bare_methods=True,
)
_KOTLIN_HIDDEN = r"(?!.*\b(?:private|internal)\b)"
KOTLIN = Language(
    imports=_any(r"\s*import\s"),
    callables=_any(
        r"\s*package\s",
        rf"\s*{_KOTLIN_HIDDEN}(?:[\w@()]+\s+)*(?:fun|class|object|interface|typealias|constructor)\b",
        rf"{_KOTLIN_HIDDEN}(?:(?:const|lateinit|override|public|open)\s+)*(?:val|var)\b",
        rf"\s+{_KOTLIN_HIDDEN}(?:override|open|public|abstract)\b",
        r"\s*@\w",
    ),
    types=_NEVER,
)
RUST = Language(
    imports=_any(r"\s*(?:pub(?:\([^)]*\))?\s+)?(?:use|mod|extern\s+crate)\b"),
    callables=_any(
        r"\s*pub\b(?!.*\b(?:struct|enum|trait|union)\b)",
        r"\s*(?:(?:async|const|unsafe)\s+)*fn\s.*;\s*$",
        r"\s*(?:unsafe\s+)?impl\b",
        r"\s*(?:macro_rules!|#!?\[)",
        r"\s*extern\b",
    ),
    types=_any(r"\s*pub\b.*\b(?:struct|enum|trait|union)\b", r"\s*(?:unsafe\s+)?trait\s"),
)
CSHARP = Language(
    imports=_any(r"\s*(?:global\s+)?using\s+(?!var\b)(?:static\s+)?[\w.]+\s*(?:=.*)?;", r"\s*extern\s+alias\b"),
    callables=_any(
        r"\s*namespace\s",
        r"\s*(?:public|protected)\b(?!.*\b(?:interface|enum)\b)",
        r"\s*(?:(?:internal|abstract|sealed|static|partial)\s+)*(?:class|struct|record|delegate|event)\s+\w",
        r"\s*\[\w",
        _SIGNATURE,
        r"\s*[\w<>\[\],.?]+\s+\w+\s*\{\s*(?:get|set|init)\b",
    ),
    types=_any(r"\s*(?:(?:public|protected|internal|partial)\s+)*(?:interface|enum)\s+\w"),
    bare_methods=True,
)
RUBY = Language(
    imports=_any(
        r"\s*(?:require|require_relative|load|autoload|include|extend|prepend|using)\b",
        r"\s*gem\b",
    ),
    callables=_any(
        r"\s*(?:class|module)\s",
        r"\s*def\s+(?!_)",
        r"\s*(?:attr_\w+|alias|alias_method|delegate|define_method|public|private|protected|module_function)\b",
        r"\s*(?:private_)?(?:class_method|constant)\b",
        r"\s*[A-Z]\w*\s*=(?!=)",
        r"\s*(?:has_many|has_one|belongs_to|scope|resources?|namespace|get|post|put|patch|delete)\s+[:'\"]",
    ),
    types=_NEVER,
    comment=("#",),
)
PHP = Language(
    imports=_any(r"\s*use\s", r".*\b(?:require|include)(?:_once)?\b"),
    callables=_any(
        r"\s*namespace\s",
        r"\s*(?:(?:abstract|final|readonly)\s+)*class\s",
        r"\s*(?:(?:abstract|final|static)\s+)*(?:public|protected)\b",
        r"\s*(?:(?:abstract|final|static)\s+)*function\s+&?\w",
        r"\s*(?:const\s|define\s*\()",
        r"\s*#\[",
    ),
    types=_any(r"\s*(?:interface|trait|enum)\s+\w"),
    comment=("//", "*", "/*", "# "),
)
C_FAMILY = Language(
    imports=_any(
        r"\s*#\s*(?:include|import|include_next)\b",
        r"\s*(?:export\s+)?(?:import|module)\b[\s\w.:<\"]*;",
        r"\s*using\s",
        r"\s*@import\b",
    ),
    callables=_any(
        r"(?!static\b|if\b|for\b|while\b|switch\b|return\b|else\b|case\b|default\b|do\b)[A-Za-z_][\w\s*&:<>,~\[\]]*\(",
        r"(?!static\b)[A-Za-z_][\w\s*&:<>,]*\s[\w*]+(?:\[[^\]]*\])?\s*(?:=.*)?;",
        r"\s*(?:extern|template|class|namespace|public|protected|export|friend|concept)\b",
        r"\s*#\s*(?:define|undef|if|ifdef|ifndef|else|elif|endif|pragma)\b",
        r"\s*@(?:interface|protocol|property|end|implementation)\b",
        r"[-+]\s*\(",
    ),
    types=_any(r"\s*(?:typedef\s+)?(?:struct|enum|union)\b"),
    bare_methods=True,
)

_BY_EXTENSION: Mapping[str, Language] = MappingProxyType(
    {
        **dict.fromkeys((".py", ".pyi"), PYTHON),
        **dict.fromkeys((".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte"), SCRIPT),
        ".go": GO,
        ".java": JAVA,
        **dict.fromkeys((".kt", ".kts"), KOTLIN),
        ".rs": RUST,
        ".cs": CSHARP,
        ".rb": RUBY,
        ".php": PHP,
        **dict.fromkeys((".c", ".cc", ".cpp", ".cxx", ".m", ".mm"), C_FAMILY),
    }
)
_HEADERS = frozenset({".h", ".hh", ".hpp", ".hxx", ".d.ts", ".pyi"})


def language_of(path: str) -> Language | None:
    """The language of a source file by its extension, or None when this module does not know it."""
    return _BY_EXTENSION.get(PurePosixPath(path).suffix.lower())


def is_interface_file(path: str) -> bool:
    """True for files that hold nothing but interface: headers, type stubs, declaration files."""
    return path.lower().endswith(tuple(_HEADERS))
