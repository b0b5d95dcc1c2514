"""Which test runs which statement, measured once: every statement leaves a mark when it is run.

The marks stand in the code itself, as one store into an array; tracing would take many times the
tests' own time.
"""

import ast
import builtins
import sys
import time
from bisect import bisect_right
from functools import cached_property
from itertools import compress
from pathlib import Path
from types import CodeType
from typing import Any

import msgspec
import pytest
from _pytest.runner import runtestprotocol

from mutation.mutants import Mutant, homes
from mutation.places import KEPT, OF_TWO_MINDS, SOURCE, TOO_LONG, files, module_of
from mutation.quiet import quietly
from mutation.texts import Texts

MARKS = "__marks__"
MISSES = "tests/table/misses/"
"""Each of a single thing that had gone unnoticed: they come first."""


class Ran(msgspec.Struct):
    """A test: its CPU seconds, and the statements that it runs, by their numbers."""

    took: float
    statements: list[int]


class Calls(msgspec.Struct, dict=True):
    """The statements (file, function, line in it), and the tests."""

    statements: list[tuple[str, str, int]]
    tests: dict[str, Ran]

    @cached_property
    def _runners(self) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for name, ran in self.tests.items():
            for each in ran.statements:
                found.setdefault(each, []).append(name)
        return found

    @cached_property
    def _places(self) -> dict[tuple[str, str], list[tuple[int, int]]]:
        found: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for number, (target, function, line) in enumerate(self.statements):
            found.setdefault((target, function), []).append((line, number))
        return {key: sorted(lines) for key, lines in found.items()}

    @cached_property
    def _of_file(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for number, (target, _, _) in enumerate(self.statements):
            found.setdefault(target, []).append(number)
        return found

    def covering(self, mutant: Mutant) -> list[str]:
        """The tests that run its statement, in the order in which they are tried: those that run
        what few others run around it, or of what is called there; two of a file first."""
        places = self._places.get((mutant.target, mutant.function), [])
        line = mutant.line - mutant.first
        at = bisect_right(places, (line, len(self.statements))) - 1
        names = self._runners.get(places[max(at, 0)][1], []) if places else []
        near = dict.fromkeys(self._of_file.get(mutant.target, ()), 0.1)
        near |= {number: 1 / (1 + abs(i - at)) for i, (_, number) in enumerate(places)}
        near |= dict.fromkeys(self._called(mutant), 1)
        rare = dict[str, float]()
        for number, weight in near.items():
            runners = self._runners.get(number, [])
            for name in runners:
                rare[name] = rare.get(name, 0) + weight / len(runners)

        def rank(name: str) -> tuple[bool, float]:
            return not name.startswith(MISSES), (self.tests[name].took + 0.01) / rare[name]

        return self._spread(sorted(names, key=rank))

    def _called(self, mutant: Mutant) -> list[int]:
        """The statements of a function whose call is left out."""
        name = mutant.change.removeprefix("without ").rpartition(".")[2]
        places = (p for (_, function), p in self._places.items() if function == name)
        return [number for place in places for _, number in place]

    def in_order(self, names: list[str]) -> list[str]:
        """The quick ones that run little first."""

        def rank(name: str) -> float:
            ran = self.tests[name]
            return (ran.took + 0.002) * (len(ran.statements) + 20)

        return self._spread(sorted(names, key=rank))

    def _spread(self, names: list[str]) -> list[str]:
        first, rest, taken = list[str](), list[str](), dict[str, int]()
        for name in names:
            file = name.partition("::")[0]
            taken[file] = taken.get(file, 0) + 1
            (first if taken[file] <= 2 or name.startswith(MISSES) else rest).append(name)
        return first + rest

    def files_of(self, target: str) -> list[str]:
        """The test files that run most of a file, the best first."""
        own = set(self._of_file.get(target, ()))
        best: dict[str, set[int]] = {}
        for name, ran in self.tests.items():
            best.setdefault(name.partition("::")[0], set()).update(own.intersection(ran.statements))
        return sorted((f for f in best if best[f]), key=lambda f: (-len(best[f]), f))


def load() -> Calls:
    parts = [
        msgspec.json.decode(path.read_bytes(), type=Calls)
        for path in sorted(KEPT.glob("calls-*.json"))
    ]
    numbers: dict[tuple[str, str, int], int] = {}
    tests: dict[str, Ran] = {}
    for part in parts:
        known = [numbers.setdefault(each, len(numbers)) for each in part.statements]
        for name, ran in part.tests.items():
            if not name.startswith(OF_TWO_MINDS):
                tests[name] = Ran(ran.took, [known[number] for number in ran.statements])
    return Calls(list(numbers), tests)


class Marked:
    """The code of every file of the two rooms with a mark at each statement of a function."""

    def __init__(self) -> None:
        self.statements: list[tuple[str, str, int]] = []
        self._code = {module_of(target): self._marked(target) for target in files()}
        self.marks = bytearray(len(self.statements))
        setattr(builtins, MARKS, self.marks)

    def __call__(self, module: str) -> CodeType | None:
        return self._code.get(module)

    def _marked(self, target: str) -> CodeType:
        tree = ast.parse((SOURCE / target).read_text())
        home = homes(tree)
        for node in list(ast.walk(tree)):
            for field in ("body", "orelse", "finalbody"):
                body = getattr(node, field, None)
                if isinstance(body, list) and not isinstance(node, ast.ClassDef):
                    setattr(node, field, self._with_marks(target, home, body))
        return compile(ast.fix_missing_locations(tree), str(SOURCE / target), "exec")

    def _with_marks(
        self, target: str, home: dict[int, tuple[str, int]], body: list[ast.stmt]
    ) -> list[ast.stmt]:
        marked: list[ast.stmt] = []
        for statement in body:
            if id(statement) in home and not _is_text(statement):
                mark = ast.parse(f"{MARKS}[{len(self.statements)}] = 1").body[0]
                marked.append(ast.copy_location(mark, statement))
                function, first = home[id(statement)]
                self.statements.append((target, function, statement.lineno - first))
            marked.append(statement)
        return marked


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


class Measuring:
    """A pytest plugin that runs a share of the test files and writes down what each test ran."""

    def __init__(self, marked: Marked, share: int, shares: int) -> None:
        self.marked, self.share, self.shares = marked, share, shares

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        by_file: dict[Path, list[pytest.Item]] = {}
        for item in session.items:
            by_file.setdefault(item.path, []).append(item)
        mine = [path for path in sorted(by_file) if not str(path).endswith(TOO_LONG)]
        tests = {}
        for path in mine[self.share % self.shares :: self.shares]:
            began = time.process_time()
            for item in by_file[path]:
                tests.update(self._ran(item))
            print(f"{time.process_time() - began:8.1f} s {path}", flush=True)
        found = Calls(self.marked.statements, tests)
        KEPT.mkdir(exist_ok=True)
        (KEPT / f"calls-{self.share}.json").write_bytes(msgspec.json.encode(found))
        return True

    def _ran(self, item: pytest.Item) -> dict[str, Ran]:
        marks = self.marked.marks
        marks[:] = bytes(len(marks))
        began = time.process_time()
        with quietly():
            reports: list[Any] = runtestprotocol(item, log=False, nextitem=None)
        took = time.process_time() - began
        if any(report.failed for report in reports):
            print(f"fails by itself: {item.nodeid}", flush=True)
            return {}  # it could notice nothing
        return {item.nodeid: Ran(took, list(compress(range(len(marks)), marks)))}


def measure(share: int, shares: int, arguments: list[str]) -> int:
    """In a process of its own, as all of Sabot has marks in it afterwards."""
    marked = Marked()
    sys.meta_path.insert(0, Texts(marked))
    return int(pytest.main(arguments, plugins=[Measuring(marked, share, shares)]))
