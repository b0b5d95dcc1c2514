"""The real shuffle under a battery of tests: raw bytes by dieharder, and a million shoes.

Bytes are those of `sabot.shoe.OperatingSystem`; shoes are eight decks in the order in which
`sabot.shoe.shuffle` left them. Every test of shoes compares one number of each shoe with its exact
distribution, so that its p-value is uniform though the cards of a shoe depend on each other. All
p-values are judged together: the least of p and 1 - p over all tests must not be smaller than what
one run in a hundred has by chance.

    python campaigns/randomness.py [SHOES]

About seven minutes on one core; dieharder comes with `apt-get install dieharder`, and without it
the page says that raw bytes were not tested.
"""

import json
import math
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from math import comb
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sabot import __version__
from sabot.shoe import OperatingSystem, shuffle

SHOES = 1_000_000
BLOCK = 2_000
DECKS, KINDS = 8, 52
CARDS = DECKS * KINDS
LEAST_EXPECTED = 10.0
"""Cells with less are added to their neighbours."""
CONFIDENCE = 0.99
DIEHARDER = (0, 1, 2, 3, 4, 8, 9, 10, 11, 12, 13, 15, 16, 100, 101, 102, 205, 206)
"""Tests that dieharder calls good and that read a few hundred megabytes at most."""
BYTES = 1 << 20
ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "campaigns" / "randomness.md"
RESULTS = ROOT / "src" / "sabot" / "math_report" / "randomness.json"
Shoes = npt.NDArray[np.uint8]
Result = dict[str, object]


def main(shoes: int) -> int:
    started = time.process_time()
    raw, version = dieharder()
    of_shoes = battery(shoes)
    results = raw + of_shoes
    extremes = [min(float(str(each["p"])), 1 - float(str(each["p"]))) for each in results]
    limit = (1 - CONFIDENCE ** (1 / len(results))) / 2
    passed = min(extremes) >= limit
    seconds = time.process_time() - started
    found = {
        "date": datetime.now(UTC).date().isoformat(),
        "release": __version__,
        "shoes": shoes,
        "decks": DECKS,
        "raw": version,
        "confidence": CONFIDENCE,
        "limit": limit,
        "smallest": min(extremes),
        "passed": passed,
        "tests": results,
    }
    RESULTS.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    PAGE.write_text(page(found, seconds), "utf-8")
    print(f"{len(results)} tests, smallest {min(extremes):.5f}, limit {limit:.6f}: {passed}")
    return 0 if passed else 1


# Shoes


def battery(number: int) -> list[Result]:
    """Shuffle shoes and test them."""
    places: npt.NDArray[np.int64] = np.zeros((CARDS, KINDS), np.int64)
    tests = [*pair_tests(), *gap_tests(), *run_tests(), *half_tests()]
    tallies = [np.zeros(len(test.expected), np.int64) for test in tests]
    between = np.zeros((KINDS, KINDS), np.int64)
    last: int | None = None
    for block in blocks(number):
        at = np.arange(CARDS) * KINDS + block
        places += np.bincount(at.ravel(), minlength=CARDS * KINDS).reshape(CARDS, KINDS)
        for test, tally in zip(tests, tallies, strict=True):
            tally += np.bincount(test.read(block), minlength=len(tally))
        ends, firsts = block[:-1, -1].astype(np.int64), block[1:, 0]
        between += np.bincount(ends * KINDS + firsts, minlength=KINDS**2).reshape(KINDS, KINDS)
        if last is not None:
            between[last, int(block[0, 0])] += 1
        last = int(block[-1, -1])
    expected = number * DECKS / CARDS
    # The counts of one shoe are those of a permutation: their variance is CARDS/(CARDS - 1) of
    # that of independent draws.
    statistic = float(((places - expected) ** 2 / expected).sum()) * (CARDS - 1) / CARDS
    freedom = (CARDS - 1) * (KINDS - 1)
    results = [told("chi-square", "every card at every place of the shoe", statistic, freedom)]
    results += [test.judged(tally) for test, tally in zip(tests, tallies, strict=True)]
    even = np.full(KINDS**2, 1 / KINDS**2)
    of = "last card of a shoe and first of the next"
    return [*results, judged("serial", of, even, between.ravel())]


def blocks(number: int) -> Iterator[Shoes]:
    """Shoes as they were shuffled, as numbers of cards from 0 to 51."""
    full, chance = bytes(range(KINDS)) * DECKS, OperatingSystem()
    for begin in range(0, number, BLOCK):
        many = min(BLOCK, number - begin)
        dealt = b"".join(bytes(shuffle(full, chance)) for _ in range(many))  # type: ignore[arg-type]
        yield np.frombuffer(dealt, np.uint8).reshape(many, CARDS)


class Test:
    """Compare one number of each shoe with the exact chance of each value."""

    def __init__(
        self, name: str, of: str, expected: npt.NDArray[np.float64],
        read: Callable[[Shoes], npt.NDArray[np.int64]],
    ) -> None:  # fmt: skip
        assert abs(expected.sum() - 1) < 1e-9, (name, of)
        self.name, self.of, self.expected, self.read = name, of, expected, read

    def judged(self, tally: npt.NDArray[np.int64]) -> Result:
        return judged(self.name, self.of, self.expected, tally)


def judged(
    name: str, of: str, chances: npt.NDArray[np.float64], tally: npt.NDArray[np.int64]
) -> Result:
    """Compare a tally of values with their exact chances."""
    seen, expected = pooled(tally, chances * tally.sum())
    statistic = float(((seen - expected) ** 2 / expected).sum())
    return told(name, of, statistic, len(expected) - 1)


def pair_tests() -> Iterator[Test]:
    """Serial: two places of a shoe. Both cards of one kind come a little less often."""
    joint = np.full((KINDS, KINDS), DECKS * DECKS / (CARDS * (CARDS - 1)))
    np.fill_diagonal(joint, DECKS * (DECKS - 1) / (CARDS * (CARDS - 1)))
    for one, other in ((0, 1), (1, 2), (100, 101), (207, 208), (414, 415), (0, 208), (0, 415)):

        def read(shoes: Shoes, a: int = one, b: int = other) -> npt.NDArray[np.int64]:
            return shoes[:, a].astype(np.int64) * KINDS + shoes[:, b]

        yield Test("serial", f"cards {one + 1} and {other + 1}", joint.ravel(), read)


def gap_tests() -> Iterator[Test]:
    """Gap: how many other cards lie before a card's next copy; alike for every copy."""
    ways = comb(CARDS, DECKS)
    chances = np.array([comb(CARDS - 1 - gap, DECKS - 1) / ways for gap in range(CARDS)])
    named = ((0, 1, "first"), (17, 4, "fourth"), (35, 8, "eighth"), (51, 2, "second"))
    for kind, copy, of in named:

        def read(shoes: Shoes, kind: int = kind, copy: int = copy) -> npt.NDArray[np.int64]:
            where = np.nonzero(shoes == kind)[1].reshape(-1, DECKS)
            before = where[:, copy - 2] if copy > 1 else np.full(len(where), -1)
            gaps: npt.NDArray[np.int64] = (where[:, copy - 1] - before - 1).astype(np.int64)
            return gaps

        yield Test("gap", f"before the {of} copy of card {kind + 1}", chances, read)


def run_tests() -> Iterator[Test]:
    """Runs: how often neighbours differ in colour, and in being worth nothing."""
    for kinds, of in (
        (range(26), "of one half of the kinds"),
        ([kind for kind in range(KINDS) if kind % 13 >= 9], "of tens and pictures"),
        ([kind for kind in range(KINDS) if kind % 13 < 4], "of aces to fours"),
    ):
        marked = np.isin(np.arange(KINDS), list(kinds))

        def read(shoes: Shoes, marked: npt.NDArray[np.bool_] = marked) -> npt.NDArray[np.int64]:
            flags = marked[shoes]
            runs: npt.NDArray[np.int64] = (flags[:, 1:] != flags[:, :-1]).sum(axis=1) + 1
            return runs

        yield Test("runs", of, run_chances(int(marked.sum()) * DECKS), read)


def run_chances(marked: int) -> npt.NDArray[np.float64]:
    """The chance of each number of runs in a row of marked and other cards."""
    others, chances = CARDS - marked, np.zeros(CARDS + 1)
    ways = comb(CARDS, marked)
    for half in range(1, min(marked, others) + 1):
        one, two = comb(marked - 1, half - 1), comb(others - 1, half - 1)
        chances[2 * half] = 2 * one * two / ways
        uneven = comb(marked - 1, half) * two + one * comb(others - 1, half)
        if 2 * half + 1 <= CARDS:
            chances[2 * half + 1] = uneven / ways
    return chances


def half_tests() -> Iterator[Test]:
    """Chi-square: the number of cards worth nothing in a part of the shoe."""
    marked = np.isin(np.arange(KINDS) % 13, range(9, 13))
    number = int(marked.sum()) * DECKS
    for begin, end in ((0, 208), (0, 52), (364, 416), (182, 234)):
        size = end - begin
        ways = comb(CARDS, size)
        chances = np.array(
            [comb(number, k) * comb(CARDS - number, size - k) / ways for k in range(size + 1)]
        )

        def read(shoes: Shoes, a: int = begin, b: int = end) -> npt.NDArray[np.int64]:
            held: npt.NDArray[np.int64] = marked[shoes[:, a:b]].sum(axis=1)
            return held

        yield Test("chi-square", f"tens and pictures in cards {begin + 1} to {end}", chances, read)


# Statistics


def pooled(
    seen: Sequence[int] | npt.NDArray[np.int64], expected: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Add cells together, in their order, until each expects enough."""
    cells: list[list[float]] = [[0.0, 0.0]]
    for number, wanted in zip(seen, expected, strict=True):
        if cells[-1][1] >= LEAST_EXPECTED:
            cells.append([0.0, 0.0])
        cells[-1][0] += number
        cells[-1][1] += wanted
    if len(cells) > 1 and cells[-1][1] < LEAST_EXPECTED:
        number, wanted = cells.pop()
        cells[-1][0] += number
        cells[-1][1] += wanted
    table = np.array(cells)
    return table[:, 0], table[:, 1]


def told(name: str, of: str, statistic: float, freedom: int) -> Result:
    p = chi_square_tail(statistic, freedom)
    print(f"{name:12}{of:45}{statistic:14.2f}{freedom:8}{p:10.5f}", flush=True)
    return {"test": name, "of": of, "statistic": statistic, "freedom": freedom, "p": p}


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance of such a chi-square or a larger one: the incomplete gamma function, by its series
    below the mean and by its continued fraction (Lentz) above.

    >>> round(chi_square_tail(3.841459, 1), 6), round(chi_square_tail(18.307038, 10), 6)
    (0.05, 0.05)
    """
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = math.exp(-x + a * math.log(x) - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return 1 - total * scale
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for step in range(1, 100_000):
        b += 2
        factor = -step * (step - a)
        d = 1 / (factor * d + b)
        c = b + factor / c
        fraction *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return scale * fraction


# Raw bytes


def dieharder() -> tuple[list[Result], str | None]:
    """Feed bytes of the product's source to dieharder; the results, and its version if there is
    one."""
    program = shutil.which("dieharder")
    if program is None:
        return [], None
    results: list[Result] = []
    for test in DIEHARDER:
        rows = one_test(program, test)
        results += rows
        for row in rows:
            print(f"{row['test']:12}{row['of']:67}{row['p']:10.5f}", flush=True)
    version = subprocess.run([program, "-l"], capture_output=True, text=True, check=False).stdout
    number = next((word for word in version.split() if word[:1].isdigit()), "")
    return results, f"dieharder {number}"


def one_test(program: str, test: int) -> list[Result]:
    """Run one test of dieharder on raw bytes."""
    command = [program, "-d", str(test), "-g", "200", "-D", "test_name", "-D", "ntuple",
               "-D", "pvalues", "-c", "|"]  # fmt: skip
    chance = OperatingSystem()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        with suppress(BrokenPipeError):
            while process.poll() is None:
                process.stdin.write(chance.below(1 << 8 * BYTES).to_bytes(BYTES, "little"))
        lines = process.stdout.read().decode().splitlines()
        with suppress(BrokenPipeError):
            process.stdin.close()
    rows = [[cell.strip() for cell in line.split("|")] for line in lines if "|" in line]
    return [
        {"test": "raw bytes", "of": f"{name}, {number}", "p": float(p)} for name, number, p in rows
    ]


# The page


def page(found: dict[str, object], seconds: float) -> str:
    tests = found["tests"]
    assert isinstance(tests, list)
    raw = [each for each in tests if "freedom" not in each]
    shoes = [each for each in tests if "freedom" in each]
    lines = "\n".join(
        f"| {each['test']} | {each['of']} | {each['statistic']:,.1f} | {each['freedom']:,} | "
        f"{each['p']:.4f} |"
        for each in shoes
    )
    rows = "\n".join(f"| {each['of']} | {each['p']:.4f} |" for each in raw)
    bytes_told = (
        f"`{found['raw']}` reads the bytes of `sabot.shoe.OperatingSystem` from a pipe; its number "
        f"(a size of blocks) stands behind each name.\n\n| test | p |\n|---|---|\n{rows}\n"
        if raw
        else "dieharder was not installed: raw bytes were not tested in this run.\n"
    )
    verdict = "passes" if found["passed"] else "does not pass"
    judged = (
        f"{len(tests)} p-values. The smallest of p and 1 − p is {found['smallest']:.5f}; by chance "
        f"alone it is below\n{found['limit']:.6f} in one run of a hundred. The battery {verdict} "
        f"at {CONFIDENCE:.0%}."
    )
    return f"""# The shuffle under a battery of tests

`campaigns/randomness.py`, {found["date"]}, release {found["release"]}: {found["shoes"]:,} shoes of
{DECKS} decks as `sabot.shoe.shuffle` left them with the operating system's randomness, and raw
bytes of the same source. {seconds:,.0f} seconds of one core.

**Judged together.** {judged}

## Shoes

Each test takes one number of a shoe and compares all shoes with its exact distribution, so that
cards of one shoe need not be independent. Cells that expect less than {LEAST_EXPECTED:g} are added
to their neighbours.

| test | of what | chi-square | degrees of freedom | p |
|---|---|---|---|---|
{lines}

- chi-square: how often each kind of card lies at each of the {CARDS} places, and how many cards
  worth nothing lie in a part.
- serial: two places of a shoe, all {KINDS * KINDS:,} pairs of kinds; and the last card of a shoe
  with the first of the next.
- gap: how many other cards lie before a copy of a card.
- runs: how many runs there are of cards of a sort and of the others.

## Raw bytes

{bytes_told}"""


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else SHOES))
