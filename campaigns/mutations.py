"""Change the rules one at a time and see whether a test notices.

A seeded sample of all alterations of the live table and the rulebooks (`mutation/mutants.py`).
Each runs the tests that run the altered statement, those that run little else first, until one
fails or the CPU seconds of the bound are over; a change that none noticed by then is a survivor,
listed for a person to judge. Which test runs what is measured once (`mutation/calls.py`). What is
done is kept, so that a run that was stopped goes on; a mutant of a function that has changed is
run again.

`--again` tries the survivors again, with a longer bound; `--calls` measures anew.
"""

import os
import sys
from collections.abc import Callable
from functools import partial
from itertools import islice
from multiprocessing import Value

import pytest

from mutation import calls, quiet, report
from mutation.kept import Kept, judged
from mutation.mutants import Mutant, sample
from mutation.places import KEPT, ROOT, TESTS
from mutation.trying import (
    ARGUMENTS,
    CANNOT,
    Control,
    Warm,
    is_noticed_afresh,
    load_libraries,
    try_afresh,
)

BOUND, LONG_BOUND = 2.5, 5.0
WORKERS = 2
AFRESH = 30


def main(words: list[str]) -> int:
    again = "--again" in words
    if "--calls" in words or not any(KEPT.glob("calls-*.json")):
        together(lambda share: calls.measure(share, WORKERS, [*ARGUMENTS, *TESTS]))
    (chosen, of_all), done = sample(), Kept()
    wanted = [each for each in chosen if _is_wanted(each, done, again)]
    bound = LONG_BOUND if again else BOUND
    inside = [each for each in wanted if each.function or not again]
    together(_taking(inside, partial(_warm, done, bound)))
    done = Kept()
    beside = [each for each in wanted if _is_wanted(each, done, again) and _may_differ(each, done)]
    load_libraries(TESTS)
    together(_taking(beside, partial(_afresh, done, bound)))
    together(_control)
    again_afresh = _noticed_afresh(chosen, Kept())
    report.write(chosen, of_all, Kept(), (BOUND, LONG_BOUND), again_afresh)
    return 0


def _noticed_afresh(chosen: list[Mutant], done: Kept) -> tuple[int, int]:
    """Of some that tests noticed beside functions, how many they notice where all is imported
    afresh; and of how many."""
    known = calls.load()
    beside = [
        (m, r.by) for m in chosen if not m.function and (r := done.of(m)) and r.by in known.tests
    ]
    some = beside[:: max(1, len(beside) // AFRESH)][:AFRESH]
    return sum(is_noticed_afresh(known, *each, LONG_BOUND) for each in some), len(some)


def _is_wanted(mutant: Mutant, done: Kept, again: bool) -> bool:
    known = done.of(mutant)
    return known is None or (again and known.survived and mutant.key not in judged())


def _may_differ(mutant: Mutant, done: Kept) -> bool:
    """Return True if it may be noticed afresh: a rulebook's functions have been called at its
    import."""
    beside = not mutant.function or mutant.target.startswith("rulebooks/")
    return beside or done.of(mutant) is None


Take = Callable[[], Mutant | None]


def together(work: Callable[[int], int]) -> None:
    """The same work in several processes, each told its number."""
    children = []
    for share in range(WORKERS):
        child = os.fork()
        if child == 0:
            status = 70
            try:
                status = work(share)
            finally:
                os._exit(status)
        children.append(child)
    for child in children:
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, "a process broke"


def _taking(mutants: list[Mutant], work: Callable[[Take], None]) -> Callable[[int], int]:
    """Work that takes the next free mutant."""
    taken = Value("i", 0)

    def take() -> Mutant | None:
        with taken.get_lock():
            taken.value += 1
            return next(islice(mutants, taken.value - 1, None), None)

    def run(_: int) -> int:
        work(take)
        return 0

    return run


def _warm(done: Kept, bound: float, take: Take) -> None:
    warm = Warm(calls.load(), take, partial(_tell, done, bound), bound)
    assert pytest.main([*ARGUMENTS, *TESTS], plugins=[warm]) == 0, "the tests were not collected"


def _afresh(done: Kept, bound: float, take: Take) -> None:
    known = calls.load()
    while (mutant := take()) is not None:
        _tell(done, bound, mutant, try_afresh(known, mutant, bound))


def _control(share: int) -> int:
    """Results by tests that fail with nothing altered are taken back."""
    done = Kept()
    mine = set(sorted(done.noticers)[share::WORKERS])
    pytest.main([*ARGUMENTS, *TESTS], plugins=[Control(mine, done.take_back)])
    return 0


def _tell(done: Kept, bound: float, mutant: Mutant, by: str) -> None:
    if by != CANNOT:
        done.add(mutant, by, bound)
    print(f"{by or 'SURVIVED'} <- {mutant.name}", flush=True)


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.dont_write_bytecode = False
    quiet.search_alike()
    sys.exit(main(sys.argv[1:]))
