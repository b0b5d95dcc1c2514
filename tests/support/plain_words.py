"""Lint for words and names. Exceptions stand below, each with its reason."""

import ast
import re
import shutil
import subprocess
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parents[2]
SOURCE = HERE / "src" / "sabot"
PYTHON = ("src", "tests", "benchmarks", "campaigns", "deploy")

OPENERS = ("What", "Whether", "Who", "Whoever", "It", "One", "How", "Where")
# `as=nobody` is a query of the HTTP API; a letter and a dot stand before keys ("pit.nobody").
BANNED = re.compile(
    r"\b(?<!as=)(?<!\w\.)(whoever|whatever|somebody|nobody|anybody)\b", re.IGNORECASE
)
SUSPECT = re.compile(rf"[\"'](?:{'|'.join(OPENERS)})\b|{BANNED.pattern}", re.IGNORECASE)
QUOTED = re.compile(r'"(nobody|somebody)"')
CLASS = re.compile(r"^class ([A-Z]\w*)", re.MULTILINE)
PARTICIPLE = re.compile(r"(ing|ed)$")
LONGEST_JS = 120
LONGEST_SUBJECT = 72
# Subjects of this commit and earlier ones are not checked.
LAST_UNCHECKED = "517ed346f0ad58d34f7fa0b7bb25c2b44f25a2d1"

OPENER = "docstring opens with a question word"
IN_DOCSTRING = "banned word in a docstring"
IN_DOCS = "banned word in the docs"
ON_SCREEN = "banned word in a screen text"
TWICE = "public class name twice"
BY_PARTICIPLE = "module named by a participle"
LONG_JS = "line of JavaScript over 120 characters"

# Exceptions, each with its reason.
VALUES = {
    "nobody": "a value of rulebooks and events: logs and digests have it",
    "anybody": "a value of rulebooks: digests have it",
    "somebody": "a value of reports in the log: the circumstance that a player declines",
    "nobody-deals": "a refusal's code: an answer of the HTTP API",
    "nobody-protected": "a refusal's code: an answer of the HTTP API",
}
NOUNS = {
    **dict.fromkeys(("betting", "burning", "cutting", "dealing"), "a step of the game"),
    **dict.fromkeys(("drawing", "gaming", "opening", "seating", "shuffling"), "a casino word"),
    **dict.fromkeys(("counting", "ranking", "scoring"), "a noun of the trade"),
    **dict.fromkeys(("laundering", "screening"), "a noun of the trade"),
    **dict.fromkeys(("finding", "hearing"), "a noun: the result of an audit, a dispute's session"),
}
FILES = {
    "docs/commands.md": "made of docstrings and sentences, checked where they are written",
    "docs/campaigns": "reports of long searches, written by programs",
    "src/sabot/words/zh": "its keys are English texts, checked where they are written",
}
RELEASED = re.compile(r"^## .*\d+\.\d+\.\d+", re.MULTILINE)  # releases stay as written


class Fault(NamedTuple):
    rule: str
    folder: str
    where: str
    what: str


def folder_of(path: Path) -> str:
    """Return the folder that a file is counted in: a package, a page, or the top of the tree.

    >>> folder_of(SOURCE / "odds" / "sheet.py"), folder_of(SOURCE / "web" / "lab" / "a" / "x.js")
    ('src/sabot/odds', 'src/sabot/web/lab')
    """
    parts = path.relative_to(HERE).parts[:-1]
    return "/".join(parts[: 4 if "web" in parts else 3 if parts[:1] == ("src",) else 2]) or "."


def _fault(rule: str, path: Path, line: int, what: str) -> Fault:
    return Fault(rule, folder_of(path), f"{path.relative_to(HERE)}:{line}", what)


def _is_excepted(path: Path) -> bool:
    return any(path.is_relative_to(HERE / each) for each in FILES)


def _files(folder: Path, ending: str) -> list[Path]:
    return sorted(each for each in folder.rglob(f"*{ending}") if not _is_excepted(each))


def in_python(path: Path, text: str) -> Iterator[Fault]:
    """Yield the faults of docstrings and, in the package, of other strings.

    >>> [each.what for each in in_python(SOURCE / "x.py", "'What it is.'")]
    ['What it is.']
    """
    if not SUSPECT.search(text):  # most files need no parsing
        return
    tree = ast.parse(text)
    docstrings = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }  # of modules, classes, functions, and below constants and fields
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        told, words = node.value.strip(), node.value.split()
        if node in docstrings and words and words[0].strip(".,:") in OPENERS:
            yield _fault(OPENER, path, node.lineno, told.partition("\n")[0])
        if BANNED.search(told) and told not in VALUES:
            if node in docstrings:
                yield _fault(IN_DOCSTRING, path, node.lineno, told.partition("\n")[0])
            elif path.is_relative_to(SOURCE):
                yield _fault(ON_SCREEN, path, node.lineno, told)


def in_text(rule: str, path: Path, text: str) -> Iterator[Fault]:
    """Yield the lines with a banned word; one that is a value in quotes is none."""
    for number, line in enumerate(text.splitlines(), 1):
        if BANNED.search(QUOTED.sub("", line)):
            yield _fault(rule, path, number, line.strip())


def in_table(path: Path, text: str) -> Iterator[Fault]:
    """Yield the rows with a banned word in a column of text; names of tests are none."""
    columns = "\n".join(
        "\t".join(each for each in line.split("\t") if " " in each and not each.startswith("test_"))
        for line in text.splitlines()
    )
    yield from in_text(ON_SCREEN, path, columns)


def in_script(path: Path, text: str) -> Iterator[Fault]:
    yield from in_text(ON_SCREEN, path, text)
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_JS:
            yield _fault(LONG_JS, path, number, f"{len(line)} characters")


def in_rulings(path: Path, text: str) -> Iterator[Fault]:
    """Yield the readings of unclear clauses with a banned word."""
    tomllib.loads(text)
    yield from in_text(ON_SCREEN, path, text)


def unreleased(text: str) -> str:
    """Return a changelog without the entries of releases."""
    found = RELEASED.search(text)
    return text if found is None else text[: found.start()]


def in_names(modules: Mapping[Path, str]) -> Iterator[Fault]:
    """Yield public class names that stand in two modules, and modules named by a participle."""
    classes = defaultdict[str, list[Path]](list)
    for path, text in modules.items():
        for name in CLASS.findall(text):
            classes[name].append(path)
        if PARTICIPLE.search(path.stem) and path.stem not in NOUNS:
            yield _fault(BY_PARTICIPLE, path, 1, path.stem)
    for name, paths in classes.items():
        if len(paths) > 1:
            where = ", ".join(str(each.relative_to(HERE)) for each in paths)
            yield Fault(TWICE, "src/sabot", where, name)


def _found() -> Iterator[Fault]:
    for top in PYTHON:
        for path in _files(HERE / top, ".py"):
            yield from in_python(path, path.read_text())
    for path in [*_files(HERE / "docs", ".md"), *sorted(HERE.glob("*.md"))]:
        text = path.read_text()
        yield from in_text(IN_DOCS, path, unreleased(text) if path.stem == "CHANGELOG" else text)
    for path in _files(SOURCE, ".tsv"):
        yield from in_table(path, path.read_text())
    for path in _files(SOURCE, ".toml"):
        yield from in_rulings(path, path.read_text())
    for path in _files(SOURCE / "words" / "en", ".json"):
        yield from in_text(ON_SCREEN, path, path.read_text())
    for ending in (".html", ".css"):
        for path in _files(SOURCE / "web", ending):
            yield from in_text(ON_SCREEN, path, path.read_text())
    for path in _files(SOURCE / "web", ".js"):
        yield from in_script(path, path.read_text())
    yield from in_names({each: each.read_text() for each in _files(SOURCE, ".py")})


@cache
def faults() -> tuple[Fault, ...]:
    """Return the faults of the whole tree."""
    return tuple(_found())


def subjects() -> list[str] | None:
    """Return the subjects of commits to check; None without git or its history."""
    if shutil.which("git") is None:
        return None
    done = subprocess.run(
        ["git", "log", "--no-merges", "--format=%s", f"{LAST_UNCHECKED}..HEAD"],
        cwd=HERE, capture_output=True, text=True,
    )  # fmt: skip
    return None if done.returncode else done.stdout.splitlines()
