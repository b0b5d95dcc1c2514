"""Try one mutant and the tests that could notice it, in a process of its own."""

import importlib
import inspect
import resource
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial, reduce
from types import CodeType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from forks import told_by_a_fork
from mutation.calls import Calls
from mutation.choosing import by_clause, by_file
from mutation.grafting import Unimportable, graft
from mutation.mutants import Mutant, altered
from mutation.places import ROOT, module_of
from mutation.quiet import quietly
from mutation.texts import Texts

UNNOTICED, CANNOT = "", "no answer"
"""No test within the bound noticed; this process cannot put the mutant in."""
ARGUMENTS = ("-n", "0", "-q", "--rootdir", str(ROOT))
SLOWER = 30
"""A test that takes so many times what it takes, and ten seconds, hangs: that is noticed."""
GIGABYTES = 6
OWN = ("tests/rulebooks/", "tests/rules/test_rejected.py")
"""Statements of a document written once more by hand."""


def _watched(name: str, usual: float) -> None:
    """If this test hangs, end here with its name as the answer."""

    def hung(*_: object) -> None:
        raise Hung(f"hangs {name}")

    signal.signal(signal.SIGPROF, hung)
    signal.setitimer(signal.ITIMER_PROF, 10 + SLOWER * usual)


class Hung(BaseException):
    """No test may catch it."""


def bounded() -> None:
    most = GIGABYTES << 30
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


# In a function: a process that has collected every test, and a fork of it for each mutant


class Warm:
    """A pytest plugin that tries mutants instead of running tests."""

    def __init__(
        self, calls: Calls, take: Callable[[], Mutant | None], tell: Callable[[Mutant, str], None],
        bound: float,
    ) -> None:  # fmt: skip
        self.calls, self.take, self.tell, self.bound = calls, take, tell, bound

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        while (mutant := self.take()) is not None:
            told = self._tried(mutant, items)
            if not mutant.function and not _is_sure(items.get(told)):
                told = CANNOT  # a process that imports it afresh says more
            self.tell(mutant, told)
        return True

    def _tried(self, mutant: Mutant, items: dict[str, pytest.Item]) -> str:
        names = self.calls.covering(mutant) if mutant.function else self._beside(mutant)
        code = altered(mutant)
        body = body_of(code, mutant) if mutant.function else code
        chosen = [(items[n], self.calls.tests[n].took) for n in names if n in items]
        if body is None or not chosen:
            return CANNOT
        bound = self.bound if mutant.function else self.bound / 2
        work = partial(_first_to_notice, mutant, body, chosen, bound)
        told = told_by_a_fork(work, round(self.bound * 20))
        return CANNOT if told is None else told

    def _beside(self, mutant: Mutant) -> list[str]:
        first, rest = by_clause(self.calls, mutant), by_file(self.calls, mutant)
        return list(dict.fromkeys([*first, *rest]))


def _is_sure(item: pytest.Item | None) -> bool:
    """A test that takes its cases from all rulebooks took them before the graft."""
    return item is None or item.nodeid.startswith(OWN) or not hasattr(item, "callspec")


def _first_to_notice(
    mutant: Mutant, body: CodeType, chosen: Sequence[tuple[pytest.Item, float]], bound: float
) -> str:
    try:
        put_in(mutant, body)
    except Unimportable as error:
        return str(error)
    except (AttributeError, KeyError, ValueError, TypeError):
        return CANNOT
    forget()
    bounded()
    began = time.process_time()
    with quietly():
        for item, usual in chosen:
            if time.process_time() - began > bound:
                break
            _watched(item.nodeid, usual)
            try:
                reports = runtestprotocol(item, log=False, nextitem=None)
            except Hung as hung:
                return str(hung)
            if any(report.failed for report in reports):
                return item.nodeid
    return UNNOTICED


def put_in(mutant: Mutant, body: CodeType) -> None:
    if mutant.function:
        _function(mutant).__code__ = body
    else:
        graft(mutant, body)


def forget() -> None:
    """Cached answers from before are not the mutant's."""
    for name, module in list(sys.modules.items()):
        if name.startswith("sabot"):
            for each in list(vars(module).values()):
                if callable(getattr(each, "cache_clear", None)):
                    with suppress(TypeError):
                        each.cache_clear()


def _function(mutant: Mutant) -> Any:
    module = importlib.import_module(module_of(mutant.target))
    *path, name = mutant.function.split(".")
    owner: Any = reduce(getattr, path, module)
    found = vars(owner)[name]
    found = getattr(found, "fget", None) or getattr(found, "func", None) or found
    return inspect.unwrap(getattr(found, "__func__", found))


def body_of(code: CodeType, mutant: Mutant) -> CodeType | None:
    for each in code.co_consts:
        if not isinstance(each, CodeType):
            continue
        if (each.co_qualname, each.co_firstlineno) == (mutant.function, mutant.first):
            return each
        if found := body_of(each, mutant):
            return found
    return None


# Beside functions: a process without any of Sabot, and a fork of it for each mutant


def load_libraries(tests: Sequence[str]) -> None:
    """Import here what the tests import that is not Sabot's, so that a fork need not."""

    def names() -> str:
        with quietly():
            pytest.main([*ARGUMENTS, "--collect-only", *tests])
        own = ("sabot", "support", "conftest", "test", "web", "store", "mutation", "_pytest")
        return "\n".join(
            name
            for name, module in sys.modules.items()
            if not name.startswith(own) and "site-packages" in str(getattr(module, "__file__", ""))
        )

    for name in (told_by_a_fork(names, 600) or "").split():
        with suppress(Exception):
            importlib.import_module(name)


def try_afresh(calls: Calls, mutant: Mutant, bound: float) -> str:
    """The tests named for the clause beside it first, then those of its file."""
    for names in (by_clause(calls, mutant), by_file(calls, mutant)):
        if names:
            work = partial(_imported_anew, calls, mutant, names, bound)
            told = told_by_a_fork(work, round(bound * 20))
            if told != UNNOTICED:
                return CANNOT if told is None else told
    return UNNOTICED


def is_noticed_afresh(calls: Calls, mutant: Mutant, by: str, bound: float) -> bool:
    """Return whether a mutant noticed after a graft is noticed where it is imported afresh, by that
    test or by another."""
    told = told_by_a_fork(partial(_imported_anew, calls, mutant, [by], bound), round(bound * 20))
    return told not in (UNNOTICED, None) or try_afresh(calls, mutant, bound) not in (
        UNNOTICED,
        CANNOT,
    )


def _imported_anew(calls: Calls, mutant: Mutant, names: list[str], bound: float) -> str:
    code, module = altered(mutant), module_of(mutant.target)
    sys.meta_path.insert(0, Texts(lambda name: code if name == module else None))
    try:
        importlib.import_module(module)
    except Exception as error:
        return f"importing it: {type(error).__name__}"
    bounded()
    files = list(dict.fromkeys(name.partition("::")[0] for name in names))
    noticed = Noticed(calls, names, bound)
    with quietly():
        try:
            pytest.main([*ARGUMENTS, *files], plugins=[noticed])
        except Hung as hung:
            return str(hung)
    assert noticed.by or noticed.ran, "the tests could not be run"
    return noticed.by


class Noticed:
    """A pytest plugin that runs these tests in this order until one fails."""

    def __init__(self, calls: Calls, names: list[str], bound: float) -> None:
        self.calls, self.names, self.bound, self.by = calls, names, bound, UNNOTICED
        self.ran = False

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.by:
            self.by = f"collecting {report.nodeid}"

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        self.ran = True
        began = time.process_time()
        for name in self.names:
            if self.by or time.process_time() - began > self.bound:
                break
            if name not in items:
                continue
            _watched(name, self.calls.tests[name].took)
            reports = runtestprotocol(items[name], log=False, nextitem=None)
            if any(report.failed for report in reports):
                self.by = name
        return True


class Control:
    """A pytest plugin that runs tests with nothing altered, each in a fork: one that fails even so
    has noticed nothing."""

    def __init__(self, names: set[str], tell: Callable[[str], None]) -> None:
        self.names, self.tell = names, tell

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for item in session.items:
            if item.nodeid in self.names and told_by_a_fork(partial(_ended, item), 600) != "well":
                self.tell(item.nodeid)
        return True


def _ended(item: pytest.Item) -> str:
    forget()
    bounded()
    with quietly():
        reports = runtestprotocol(item, log=False, nextitem=None)
    return "badly" if any(report.failed for report in reports) else "well"
