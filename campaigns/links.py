"""Does every enforced clause hang on the function that its row names, and is that run live?

For each row: run its tests, then once more with the function replaced by one that does nothing, and
expect at least one of them to fail. A row about conduct (its function is the table's, or the
stack's) has a test in which the function is called by `decide` or `evolve`. Each run is a fork of
one process that has collected every test, so that one replacement never meets another. Tests of
recorded rows are run too. What passed is written, with the day and a digest of the code, to the
file from which the annotated rulebook says how each clause was last proven. Arguments are the
rulebooks to try, all of them without; with `--changed` only rows whose code has changed since.
Other rows stay.
"""

import os
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from forks import in_a_fork
from sabot import RULEBOOKS
from sabot.annotation.evidence import LINKED, digest_of, function_of, proven
from sabot.annotation.evidence import PASSED as TESTS_PASS
from sabot.rulebooks.catalogue import catalogue
from sabot.rules.clause import Clause

ROOT = Path(__file__).parent.parent
REPORT = ROOT / "docs" / "campaigns" / "links.md"
PROVEN = ROOT / "src" / "sabot" / "annotation" / "proven.tsv"
CONDUCT = ("sabot.table", "sabot.shoe.procedure", "sabot.shoe.shoe", "sabot.shoe.device")
LIVE = frozenset({"decide", "evolve", "confirmed"})
"""Functions of a stream: all that the live table runs is called by these."""
PASSED, FAILED, NOT_LIVE = 0, 1, 2
CHANGED = "--changed"


class Links:
    """A pytest plugin that tries rows instead of running tests."""

    def __init__(self, rulebooks: Sequence[str], changed: bool) -> None:
        self.rulebooks, self.changed = rulebooks, changed
        self.tried: set[tuple[str, str]] = set()
        self.rows: list[str] = []
        self.faults: list[str] = []
        self.proven: list[str] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for name in self.rulebooks:
            stem = f"test_{name.replace('-', '_')}"
            own = [item for item in session.items if item.path.name.startswith(stem)]
            clauses = [c for c in catalogue(name).clauses.values() if c.tests]
            if self.changed:
                clauses = [
                    c for c in clauses if (last := proven(name, c)) is None or not last.current
                ]
            self.tried |= {(name, c.number) for c in clauses}
            enforced = [c for c in clauses if c.kind == "enforced"]
            every = {c.number: fault_of(c, own) for c in clauses}
            self.proven += [row_of(name, c) for c in clauses if every[c.number] is None]
            found = [every[clause.number] for clause in enforced]
            self.faults += [
                f"{name} {clause.number}: {fault}"
                for clause, fault in zip(clauses, every.values(), strict=True)
                if fault is not None
            ]
            conduct = sum(is_conduct(clause) for clause in enforced)
            sound = sum(fault is None for fault in found)
            self.rows.append(f"| {name} | {len(enforced)} | {sound} | {conduct} |")
            print(self.rows[-1], *self.faults, sep="\n", flush=True)
        return True


def row_of(rulebook: str, clause: Clause) -> str:
    """Return the line that says how a clause was proven today."""
    result = LINKED if clause.kind == "enforced" else TESTS_PASS
    day = datetime.now(UTC).date().isoformat()
    return "\t".join((rulebook, clause.number, digest_of(clause), result, day))


def rows_of(file: Path) -> list[str]:
    """Return the rows that a former run has written."""
    lines = file.read_text().splitlines() if file.is_file() else []
    return [line for line in lines if not line.startswith("#")]


def in_document_order(row: str) -> tuple[int, tuple[int, ...]]:
    """Return a sort key for a row that says how a clause was proven."""
    rulebook, clause = row.split("\t")[:2]
    return list(RULEBOOKS).index(rulebook), tuple(map(int, clause.split(".")))


def is_conduct(clause: Clause) -> bool:
    return clause.where.startswith(CONDUCT)


def fault_of(clause: Clause, items: Sequence[pytest.Item]) -> str | None:
    """Return the fault of a row, if any."""
    tests = [item for item in items if getattr(item, "originalname", "") in clause.tests]
    told = in_a_fork(partial(run, tests, clause.where))
    if not tests or told not in (PASSED, NOT_LIVE):
        return "a test of it fails as things are"
    if clause.kind != "enforced":
        return None
    if told == NOT_LIVE and is_conduct(clause):
        return "no test of it has the live table run that function"
    if in_a_fork(partial(without, tests, clause.where)) != FAILED:
        return "no test of it fails without that function"
    return None


def run(tests: Iterable[pytest.Item], where: str) -> int:
    """Return whether they pass, and whether the live table runs the function in one of them."""
    code, live = code_of(where), False

    def see(frame: FrameType, event: str, _: object) -> None:
        nonlocal live
        if event == "call" and frame.f_code is code and not live:
            live = called_live(frame)

    for item in tests:
        sys.setprofile(see)
        failed = fails(item)
        sys.setprofile(None)
        if failed:
            return FAILED
    return PASSED if live else NOT_LIVE


def called_live(frame: FrameType | None) -> bool:
    while frame is not None:
        if is_live(frame.f_code):
            return True
        frame = frame.f_back
    return False


def is_live(code: CodeType) -> bool:
    return code.co_name in LIVE and code.co_filename.endswith("streams.py")


def without(tests: Iterable[pytest.Item], where: str) -> int:
    function: Any = function_of(where)
    function.__code__ = nothing.__code__
    return FAILED if any(map(fails, tests)) else PASSED


def fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def code_of(where: str) -> CodeType | None:
    function = function_of(where)
    return getattr(function, "__code__", None)


def nothing(*_: object, **__: object) -> None:
    return None


def main() -> int:
    named = [each for each in sys.argv[1:] if each != CHANGED]
    links = Links(named or list(RULEBOOKS), CHANGED in sys.argv)
    pytest.main(["-n", "0", str(ROOT / "tests" / "rulebooks")], plugins=[links])
    listed = "".join(f"- {fault}\n" for fault in links.faults)
    kept = [row for row in rows_of(PROVEN) if tuple(row.split("\t")[:2]) not in links.tried]
    head = "# Written by campaigns/links.py: rulebook, clause, digest of its code, result, day."
    rows = sorted((*kept, *links.proven), key=in_document_order)
    PROVEN.write_text("".join(f"{row}\n" for row in (head, *rows)))
    if links.changed or len(links.rulebooks) < len(RULEBOOKS):
        return 1 if links.faults else 0
    REPORT.write_text(
        "# Links from clauses to code and tests\n\n"
        "Each enforced row's function was replaced by one that does nothing; the row counts as\n"
        "linked when a test that it names then fails, and all of them pass without that. For a\n"
        "row about conduct (the table's function, or the stack's) the live table runs it in one\n"
        "of them: it is called by `decide` or `evolve`.\n\n"
        "| rulebook | enforced | linked | about conduct |\n|---|---|---|---|\n"
        + "\n".join(links.rows)
        + f"\n\nNot linked: {len(links.faults) or 'none'}.\n"
        + (f"\n{listed}" if listed else "")
    )
    return 1 if links.faults else 0


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
