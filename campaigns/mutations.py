"""Change the rules one at a time and see whether a test notices.

A seeded sample of all alterations of the live table and the rulebooks (`mutants.py`). Each runs the
tests that run the altered line, the quickest first, until one fails; a change that none notices is
a survivor, listed for a person to judge. Which test runs what is measured once. What is done is
kept, so that a run that was stopped goes on; a mutant of a file that has changed is run again.
`--again` runs the survivors again.
"""

import contextlib
import hashlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import io
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial, reduce
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

import msgspec
import pytest
from _pytest.runner import runtestprotocol

from forks import BROKEN, in_a_fork
from mutants import SOURCE, Mutant, altered, mutants

ROOT = SOURCE.parent.parent
REPORT = ROOT / "docs" / "campaigns" / "mutations.md"
KEPT = ROOT / ".mutations"
"""What is done, and which test calls what: a folder that is nobody else's."""
SAMPLE, SEED = 1_000, "sabot"
ROOMS = ("table", "rulebooks")
TESTS = ("rulebooks", "table", "rules", "parts", "views", "compliance", "tournament",
         "test_floor.py", "test_catalogue.py", "test_facts.py", "test_adjudicate.py")  # fmt: skip
SECONDS = 300


def sample(size: int = SAMPLE) -> list[Mutant]:
    """Those whose lot is lowest: a change of one file leaves the others in it."""
    files = sorted(str(f.relative_to(SOURCE)) for r in ROOMS for f in SOURCE.glob(f"{r}/**/*.py"))
    found = [mutant for target in files for mutant in mutants(target)]
    return sorted(found, key=_lot)[:size]


def _lot(mutant: Mutant) -> str:
    said = f"{SEED} {mutant.target} {mutant.function} {mutant.change} {mutant.number}"
    return hashlib.sha256(said.encode()).hexdigest()


def digest(target: str) -> str:
    return hashlib.sha256((SOURCE / target).read_bytes()).hexdigest()[:12]


# What is done


class Done:
    """Results, a line each, by mutant and by what its file was."""

    def __init__(self, again: bool) -> None:
        KEPT.mkdir(exist_ok=True)
        self._path = KEPT / "results.jsonl"
        self._results: dict[tuple[str, str], bool] = {}
        if self._path.exists():
            for line in self._path.read_text().splitlines():
                name, of, survived = json.loads(line)
                self._results[name, of] = survived
        self._again = again

    def of(self, mutant: Mutant) -> bool | None:
        """Whether it survived; None if nobody knows."""
        return self._results.get((f"{mutant.name} {mutant.number}", digest(mutant.target)))

    def wanted(self, mutant: Mutant) -> bool:
        known = self.of(mutant)
        return known is True if self._again else known is None

    def add(self, mutant: Mutant, survived: bool) -> None:
        key = (f"{mutant.name} {mutant.number}", digest(mutant.target))
        self._results[key] = survived
        with self._path.open("a") as out:
            out.write(json.dumps([*key, survived]) + "\n")


# Inside a function: a process that has collected every test, and a fork of it for each mutant


class Warm:
    """A pytest plugin that runs mutants instead of tests."""

    def __init__(self, cold: Connection, wanted: list[Mutant], done: Done) -> None:
        self.cold, self.mutants, self.done = cold, wanted, done

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        calls = _calls_of(session.items)
        items = {item.nodeid: item for item in session.items}
        for mutant in self.mutants:
            code = altered(mutant)
            body = _body(code, mutant) if mutant.function else None
            covering = _covering(calls, mutant)
            if body is None or not covering:
                self.cold.send((mutant, _files(calls, mutant)))
                told = int(self.cold.recv())
            else:
                run = partial(_unnoticed, mutant, body, [items[n] for n in covering if n in items])
                told = in_a_fork(run, SECONDS)
            if told == BROKEN:
                print(f"no answer {mutant.name}", flush=True)  # too slow here: no result
                continue
            self.done.add(mutant, told == 0)
            print(f"{'SURVIVED' if told == 0 else 'noticed'} {mutant.name}", flush=True)
        return True


def _unnoticed(mutant: Mutant, body: CodeType, items: Iterable[pytest.Item]) -> int:
    _function(mutant).__code__ = body
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, 1)
    os.dup2(devnull, 2)
    for item in items:
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=None)):
            return 1
    return 0


def _function(mutant: Mutant) -> Any:
    module = importlib.import_module(_module(mutant.target))
    *path, name = mutant.function.split(".")
    owner: Any = reduce(getattr, path, module)
    found = vars(owner)[name]
    found = getattr(found, "fget", None) or getattr(found, "func", None) or found
    return inspect.unwrap(getattr(found, "__func__", found))


def _module(target: str) -> str:
    return "sabot." + target.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def _body(code: CodeType, mutant: Mutant) -> CodeType | None:
    for each in code.co_consts:
        if not isinstance(each, CodeType):
            continue
        if (each.co_qualname, each.co_firstlineno) == (mutant.function, mutant.first):
            return each
        if found := _body(each, mutant):
            return found
    return None


class Calls(msgspec.Struct):
    """How long each test takes, and by file and line which of them run it."""

    took: dict[str, float]
    lines: dict[str, list[str]]


def _calls_of(items: list[pytest.Item]) -> Calls:
    """Measured in a fork, so that nothing here is warm from it; or read from the last time."""
    path = KEPT / "calls.json"
    if not path.exists():
        assert in_a_fork(partial(_measure, items, path), 7_200) == 0, "it could not be measured"
    return msgspec.json.decode(path.read_bytes(), type=Calls)


def _measure(items: list[pytest.Item], path: Path) -> int:
    took: dict[str, float] = {}
    lines: dict[str, list[str]] = {}
    run, own = set[tuple[CodeType, int]](), dict[CodeType, bool]()
    rooms = tuple(f"{SOURCE / room}{os.sep}" for room in ROOMS)

    def see(frame: FrameType, event: str, _: object) -> Any:
        code = frame.f_code
        if code not in own:
            own[code] = code.co_filename.startswith(rooms)
        if not own[code]:
            return None
        run.add((code, frame.f_lineno))
        return see

    for item in items:
        run.clear()
        began = time.perf_counter()
        sys.settrace(see)
        reports = runtestprotocol(item, log=False, nextitem=None)
        sys.settrace(None)
        if any(report.failed for report in reports):
            continue  # it could notice nothing
        took[item.nodeid] = time.perf_counter() - began
        for key in {f"{Path(c.co_filename).relative_to(SOURCE)}:{line}" for c, line in run}:
            lines.setdefault(key, []).append(item.nodeid)
    path.write_bytes(msgspec.json.encode(Calls(took, lines)))
    return 0


def _covering(calls: Calls, mutant: Mutant) -> list[str]:
    """The tests that run its line, or the nearest line above it, the quickest first."""
    for line in range(mutant.line, mutant.first, -1):
        found = calls.lines.get(f"{mutant.target}:{line}")
        if found:
            return sorted(found, key=calls.took.__getitem__)
    return []


def _files(calls: Calls, mutant: Mutant) -> list[str]:
    """The test files for what stands beside functions: a rulebook's own, or those that call most of
    the module, the quickest first."""
    room, stem = mutant.target.split("/")[:2]
    own = sorted((ROOT / "tests" / "rulebooks").glob(f"test_{stem}*.py"))
    if own and room == "rulebooks":
        return ["tests/test_catalogue.py", *map(str, own), "tests/rules", "tests/test_facts.py"]
    files = Counter(
        test.partition("::")[0]
        for key, tests in calls.lines.items()
        if key.startswith(f"{mutant.target}:")
        for test in set(tests)
    )
    best = sorted((-count, file) for file, count in files.items())
    return [file for _, file in best[:12]] or ["tests/test_catalogue.py"]


# Beside functions: a process without any of Sabot, and a fork of it for each mutant


class Altered(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Import one module from an altered text."""

    def __init__(self, mutant: Mutant) -> None:
        self.module, self.path = _module(mutant.target), str(SOURCE / mutant.target)
        self.is_package = mutant.target.endswith("__init__.py")
        self.code = altered(mutant)

    def find_spec(
        self, name: str, path: object, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.module:
            return None
        where = [str(Path(self.path).parent)] if self.is_package else None
        return importlib.util.spec_from_file_location(
            name, self.path, loader=self, submodule_search_locations=where
        )

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


def _cold(asked: Connection) -> None:
    while (told := asked.recv()) is not None:
        asked.send(in_a_fork(partial(_reimported, *told), SECONDS))


def _reimported(mutant: Mutant, files: list[str]) -> int:
    sys.meta_path.insert(0, Altered(mutant))
    silent = io.StringIO()
    with contextlib.redirect_stdout(silent), contextlib.redirect_stderr(silent):
        return int(pytest.main(["-x", "-n", "0", *files]))


# The report


def write_report(chosen: list[Mutant], done: Done) -> None:
    known = [(mutant, done.of(mutant)) for mutant in chosen if done.of(mutant) is not None]
    alive = sorted((m for m, survived in known if survived), key=lambda m: (m.target, m.line))
    share = (len(known) - len(alive)) / len(known) if known else 0
    rows = [f"| `{room}/` | {total:,} | {total - left:,} |" for room, total, left in _rooms(known)]
    text = (
        "# Mutations\n\nOne number, comparison, junction, citation, `not` or check of the live\n"
        "table and the rulebooks is altered, and the tests that run the altered line, or those\n"
        "of its file, run until one notices.\n"
        f"A seeded sample of {len(chosen):,} is asked for; {len(known):,} of them are run.\n\n"
        f"**{len(known) - len(alive):,} of {len(known):,} are noticed ({share:.1%}).**\n\n"
        "| room | run | noticed |\n|---|---|---|\n" + "\n".join(rows) + "\n"
    )
    for title, serious in (("Not noticed, about money, role or approval", True), ("Others", False)):
        named = [f"- {m.name}" for m in alive if m.is_serious == serious]
        text += f"\n{title}: {len(named)}.\n\n" + "\n".join(named) + ("\n" if named else "")
    REPORT.write_text(text.rstrip() + "\n")


def _rooms(known: list[tuple[Mutant, bool | None]]) -> Iterator[tuple[str, int, int]]:
    for room in ROOMS:
        own = [survived for mutant, survived in known if mutant.target.startswith(f"{room}/")]
        yield room, len(own), sum(map(bool, own))


def main(again: bool = False) -> int:
    chosen, done = sample(), Done(again)
    wanted = [mutant for mutant in chosen if done.wanted(mutant)]
    ours, theirs = Pipe()
    helper = os.fork()
    if helper == 0:
        ours.close()
        with contextlib.suppress(EOFError):
            _cold(theirs)
        os._exit(0)
    theirs.close()
    paths = [str(ROOT / "tests" / each) for each in TESTS]
    status = pytest.main(["-n", "0", *paths], plugins=[Warm(ours, wanted, done)])
    ours.close()
    os.waitpid(helper, 0)
    write_report(chosen, done)
    print(REPORT.read_text())
    return int(status) if status == BROKEN else 0


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main("--again" in sys.argv))
