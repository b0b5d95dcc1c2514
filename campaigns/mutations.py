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
from multiprocessing import Pool
from pathlib import Path
from types import ModuleType

import pytest

from forks import in_a_fork

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "sabot"
REPORT = ROOT / "docs" / "campaigns" / "mutations.md"
TARGETS = [
    "cards.py",
    "money.py",
    "coup.py",
    "adjudication.py",
    "roads.py",
    *(
        f"rules/{name}.py"
        for name in ("deal", "facts", "results", "tableau", "together", "wager", "rulebook")
    ),
    *(f"shoe/{name}.py" for name in ("commitment", "device", "procedure", "randomness", "shoe")),
    *(
        f"rulebooks/{name}.py"
        for name in (
            "star_baccarat",
            "star_seven_up",
            "star_three_card",
            "star_lucky_draw",
            "canberra_mini",
        )
    ),
]
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
    docstrings = {id(node.body[0].value) for node in ast.walk(tree) if _has_docstring(node)}  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        if id(node) in docstrings:
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
    """The mutant, if no test notices it."""

    def tests() -> int:
        sys.meta_path.insert(0, Altered(mutant))
        silent = io.StringIO()
        with contextlib.redirect_stdout(silent), contextlib.redirect_stderr(silent):
            return int(pytest.main(["-x", *files(mutant.target)]))

    return mutant if in_a_fork(tests) == 0 else None


def files(target: str) -> list[str]:
    """The tests that ought to notice, the likeliest first."""
    folder = ROOT / "tests"
    stem = Path(target).stem
    own = sorted(map(str, folder.glob(f"rulebooks/test_{stem}*.py"))) or ["tests/rulebooks"]
    return [
        *own,
        *(
            f"tests/test_{name}.py"
            for name in ("shoe", "money", "roads", "facts", "adjudicate", "judges")
        ),
    ]


def main() -> int:
    rows, survivors, total = [], [], 0
    with Pool() as pool:
        for target in TARGETS:
            made = list(mutants(target))
            alive = [each for each in pool.imap_unordered(survives, made) if each]
            survivors += alive
            total += len(made)
            rows.append(f"| {target} | {len(made)} | {len(made) - len(alive)} |")
            print(rows[-1], flush=True)
    killed = total - len(survivors)
    listed = "\n".join(
        f"- {m.target}:{m.line} {m.change}"
        for m in sorted(survivors, key=lambda m: (m.target, m.line))
    )
    REPORT.write_text(
        "# Mutations\n\nEvery number, comparison, junction, citation and tableau cell of the\n"
        "rulebooks and the engine, altered one at a time.\n\n"
        f"{killed} of {total} alterations noticed ({killed / total:.1%}).\n\n"
        "| file | alterations | noticed |\n|---|---|---|\n"
        + "\n".join(rows)
        + f"\n\nNot noticed:\n\n{listed}\n"
    )
    return 0


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
