"""Change the rules one at a time and see whether a test notices.

Every number, comparison, junction, citation and tableau cell of the rulebooks and of the engine
is altered in turn; a change that no test notices is a survivor, listed for a person to judge.
"""

import ast
import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from types import ModuleType

import pytest

from forks import in_a_fork

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "sabot"
REPORT = ROOT / "docs" / "campaigns" / "mutations.md"
BOOKS = ("star_baccarat", "star_seven_up", "star_three_card", "star_lucky_draw", "canberra_mini")
TARGETS = [
    *(f"rulebooks/{name}.py" for name in BOOKS),
    *(f"rules/{name}.py" for name in ("results", "tableau", "wager", "deal", "together", "facts")),
    *(f"shoe/{name}.py" for name in ("shoe", "device", "randomness", "commitment", "procedure")),
    "money.py",
    "cards.py",
    "coup.py",
    "adjudication.py",
    "roads.py",
]
QUICK = ("catalogue", "shoe", "money", "cards", "roads", "facts", "adjudicate")
HOW = ("frozen", "gc", "eq", "slots", "maxsize")
"""Keywords that say how a thing is kept, not what it does."""
CITATION = re.compile(r"\d{1,2}(\.\d{1,2})+(\([a-z]+\))?")
SWAPS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One altered file: where, what was changed, and its new text."""

    target: str
    line: int
    change: str
    text: str


def mutants(target: str) -> Iterator[Mutant]:
    source = (SOURCE / target).read_text()
    tree = ast.parse(source)
    skipped = {id(k.value) for k in ast.walk(tree) if isinstance(k, ast.keyword) and k.arg in HOW}
    docstrings = {id(node.body[0].value) for node in ast.walk(tree) if _has_docstring(node)}  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        if id(node) in docstrings | skipped:
            continue
        for change, undo in alterations(node):
            yield Mutant(target, getattr(node, "lineno", 0), change, ast.unparse(tree))
            undo()


def _has_docstring(node: ast.AST) -> bool:
    body = getattr(node, "body", None)
    return bool(
        isinstance(body, list)
        and body
        and isinstance(body[0], ast.Expr)
        and isinstance(body[0].value, ast.Constant)
    )


def alterations(node: ast.AST) -> Iterator[tuple[str, Callable[[], None]]]:
    """Alter a node in place, say how, and hand back the way to undo it."""
    if isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        old = node.ops[0]
        node.ops[0] = SWAPS[type(old)]()
        yield (
            f"{type(old).__name__} to {type(node.ops[0]).__name__}",
            lambda: node.ops.__setitem__(0, old),
        )
    elif isinstance(node, ast.BoolOp):
        junction = node.op
        node.op = ast.Or() if isinstance(junction, ast.And) else ast.And()
        yield (
            "and to or" if isinstance(junction, ast.And) else "or to and",
            lambda: setattr(node, "op", junction),
        )
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        sign = node.op
        node.op = ast.Sub() if isinstance(sign, ast.Add) else ast.Add()
        yield (
            "plus to minus" if isinstance(sign, ast.Add) else "minus to plus",
            lambda: setattr(node, "op", sign),
        )


def _constants(node: ast.Constant) -> Iterator[tuple[str, Callable[[], None]]]:
    old = node.value
    new: list[object] = []
    if isinstance(old, bool):
        new = [not old]
    elif isinstance(old, int):
        new = [old + 1]
    elif isinstance(old, str) and CITATION.fullmatch(old):
        new = ["99.9"]
    elif isinstance(old, str) and "Banker  none" in old:
        cells = [match.start() for match in re.finditer(r"(?<= )[DS](?=\s)", old)]
        new = [old[:at] + ("S" if old[at] == "D" else "D") + old[at + 1 :] for at in cells]
    for each in new:
        node.value = each  # type: ignore[assignment]
        yield f"{str(old)[:12]!r} to {str(each)[:12]!r}", lambda: setattr(node, "value", old)


class Altered(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Import one module from an altered text."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.module = "sabot." + mutant.target.removesuffix(".py").replace("/", ".")

    def find_spec(
        self, name: str, path: object, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.module:
            return None
        return importlib.util.spec_from_loader(name, self, origin=str(SOURCE / self.mutant.target))

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(SOURCE / self.mutant.target)
        exec(compile(self.mutant.text, module.__file__, "exec"), module.__dict__)


def survives(mutant: Mutant) -> Mutant | None:
    """The mutant, if no test notices it: those of its own rulebook first, then all others."""

    def tests(paths: list[str]) -> int:
        sys.meta_path.insert(0, Altered(mutant))
        silent = io.StringIO()
        with contextlib.redirect_stdout(silent), contextlib.redirect_stderr(silent):
            return int(pytest.main(["-x", *paths]))

    noticed = any(in_a_fork(partial(tests, stage)) != 0 for stage in stages(mutant.target))
    return None if noticed else mutant


def stages(target: str) -> list[list[str]]:
    """The tests that ought to notice, the likeliest and quickest first."""
    stem = Path(target).stem
    own = sorted(map(str, (ROOT / "tests").glob(f"rulebooks/test_{stem}*.py")))
    quick = quick_tests()
    return [own or quick, quick if own else ["tests/rulebooks"], ["tests/test_judges.py"]]


def check_unaltered() -> None:
    """Nothing can be noticed by tests that fail anyway."""
    if in_a_fork(lambda: int(pytest.main(["-x", "-q", "tests/rulebooks", *quick_tests()]))) != 0:
        raise SystemExit("The tests fail as things are.")


def quick_tests() -> list[str]:
    return [f"tests/test_{name}.py" for name in QUICK]


def main() -> int:
    check_unaltered()
    rows: list[str] = []
    survivors: list[Mutant] = []
    total = 0
    with Pool() as pool:
        for target in TARGETS:
            made = list(mutants(target))
            alive = [each for each in pool.imap_unordered(survives, made) if each]
            survivors += alive
            total += len(made)
            rows.append(f"| {target} | {len(made)} | {len(made) - len(alive)} |")
            print(rows[-1], flush=True)
            write_report(rows, survivors, total)
    return 0


def write_report(rows: list[str], survivors: list[Mutant], total: int) -> None:
    killed = total - len(survivors)
    ordered = sorted(survivors, key=lambda each: (each.target, each.line))
    listed = "\n".join(f"- {each.target}:{each.line} {each.change}" for each in ordered)
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(
        "# Mutations\n\nEvery number, comparison, junction, citation and tableau cell of the\n"
        "rulebooks and the engine, altered one at a time.\n\n"
        f"{killed} of {total} alterations noticed ({killed / total:.1%}).\n\n"
        "| file | alterations | noticed |\n|---|---|---|\n"
        + "\n".join(rows)
        + f"\n\nNot noticed:\n\n{listed or '- none'}\n"
    )


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
