"""Under which names a package is imported, and which packages are not imported at all."""

import re
from collections.abc import Mapping
from types import MappingProxyType

IMPORTED_AS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "attrs": ("attr", "attrs"),
        "beautifulsoup4": ("bs4",),
        "django-rest-framework": ("rest_framework",),
        "djangorestframework": ("rest_framework",),
        "discord-py": ("discord",),
        "gitpython": ("git",),
        "markdown-it-py": ("markdown_it",),
        "msgpack-python": ("msgpack",),
        "mysqlclient": ("MySQLdb",),
        "opencv-contrib-python": ("cv2",),
        "opencv-python": ("cv2",),
        "opencv-python-headless": ("cv2",),
        "pillow": ("PIL",),
        "protobuf": ("google",),
        "psycopg2-binary": ("psycopg2",),
        "pycryptodome": ("Crypto",),
        "pycryptodomex": ("Cryptodome",),
        "pygithub": ("github",),
        "pyjwt": ("jwt",),
        "pymupdf": ("fitz", "pymupdf"),
        "pynacl": ("nacl",),
        "pyopenssl": ("OpenSSL",),
        "pyserial": ("serial",),
        "python-dateutil": ("dateutil",),
        "python-docx": ("docx",),
        "python-dotenv": ("dotenv",),
        "python-jose": ("jose",),
        "python-magic": ("magic",),
        "python-multipart": ("multipart", "python_multipart"),
        "python-pptx": ("pptx",),
        "python-slugify": ("slugify",),
        "pyusb": ("usb",),
        "pyyaml": ("yaml",),
        "pyzmq": ("zmq",),
        "ruamel-yaml": ("ruamel",),
        "scikit-image": ("skimage",),
        "scikit-learn": ("sklearn",),
        "setuptools": ("setuptools", "pkg_resources"),
        "typing-extensions": ("typing_extensions",),
        "websocket-client": ("websocket",),
    }
)
_PROVIDED_BY: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        name: tuple(package for package, names in IMPORTED_AS.items() if name in names)
        for names in IMPORTED_AS.values()
        for name in names
    }
)
_NOT_IMPORTED_PYTHON = re.compile(
    r"^types-|-stubs$|^(?:pytest|flake8|sphinx|mkdocs|pylint|mypy|black|ruff|isort|coverage|tox|nox|pre-commit|setuptools|wheel|build|twine|pip|hatch\w*|poetry\S*)(?:-|$)"
    r"|plugin|^(?:gunicorn|uvicorn|hypercorn|waitress|daphne|supervisor|uwsgi|tzdata|psycopg\S*|asyncpg|aiosqlite|pymysql|mysqlclient|cx-oracle|oracledb|pyodbc|redis|hiredis|uvloop|httptools"
    r"|lxml|html5lib|openpyxl|xlrd|pyarrow|python-multipart|email-validator|itsdangerous|cryptography|greenlet|colorama|brotli|certifi|importlib-metadata|typing-extensions|exceptiongroup|tomli"
    r"|backports\S*|pywin32|pyreadline\S*|django-\S+|flask-\S+|dj-\S+|whitenoise|opentelemetry\S*|nvidia-\S+|torch\S*|triton|watchfiles|sentencepiece|accelerate|bitsandbytes)$"
)
_NOT_IMPORTED_SCRIPT = re.compile(
    r"^@types/|eslint|prettier|stylelint|babel|webpack|rollup|vite|postcss|autoprefixer|loader|plugin|preset|polyfill|^core-js|regenerator-runtime|tslib|typescript|jest|vitest|mocha|karma"
    r"|husky|lint-staged|nodemon|pm2|concurrently|cross-env|rimraf|npm-run-all|^(?:react-dom|react|sass|node-sass|less|tailwindcss|bootstrap|react-scripts|next|nuxt|serve|http-server|sqlite3|better-sqlite3"
    r"|pg|pg-native|mysql2?|tedious|bufferutil|utf-8-validate|fsevents|sharp|encoding|pino-pretty|prisma|zone\.js|@swc/helpers|@angular/\S+|@fontsource\S*|font-awesome|normalize\.css)$|cli$"
)
_NOT_IMPORTED_JAVA = re.compile(
    r"starter|driver|jdbc|plugin|bom$|parent|slf4j|logback|log4j|lombok|processor|runtime|h2$|postgresql|mysql|devtools|-ui$|webjars|flyway|liquibase|tomcat|jaxb|activation|-impl$|agent|bindings?$|kotlin-"
)


def needs_import(package: str, manifest: str) -> bool:
    """False for type stubs, plugins, drivers, servers and tools, which work without any import."""
    if manifest.endswith("package.json"):
        return _NOT_IMPORTED_SCRIPT.search(package) is None
    if manifest.endswith("pom.xml"):
        return _NOT_IMPORTED_JAVA.search(package.partition(":")[2]) is None
    return manifest.endswith("go.mod") or _NOT_IMPORTED_PYTHON.search(normal(package)) is None


def normal(package: str) -> str:
    """A Python package's name in its one normal spelling."""
    return re.sub(r"[-_.]+", "-", package).lower()


def python_modules(package: str) -> tuple[str, ...]:
    """Module names under which a Python package is probably imported."""
    name = normal(package)
    plain = name.replace("-", "_")
    short = re.sub(r"^(?:python|py|django)[_-]?|[_-]?(?:python|py|binary|sdk|client)$", "", plain)
    parts = [part for part in plain.split("_") if len(part) > 3]
    return tuple(dict.fromkeys((*IMPORTED_AS.get(name, ()), plain, package.replace("-", "_"), short, *parts)))


def provides(module: str, declared: frozenset[str]) -> bool:
    """True when one of the `declared` words, in normal spelling, may be the package behind `module`."""
    name = normal(module)
    if declared & {name, *_PROVIDED_BY.get(module, ()), f"python-{name}", f"py{name}", f"{name}-python"}:
        return True
    flat = name.replace("-", "")
    return len(flat) > 3 and any(flat in word.replace("-", "") for word in declared if len(word) >= len(name))
