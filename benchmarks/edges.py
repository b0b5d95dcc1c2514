"""Player, Banker and Tie edges next to a C program of the same formula, in one run."""

import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

from sabot import rulebook
from sabot.odds.edges import VALUE_OF_CARD, Edges

SOURCE = Path(__file__).with_name("edges.c")
COMPILE = ("cc", "-O3", "-march=native", "-o")
WAGERS = ["player", "banker", "tie"]
TIMES, ROUNDS = 104, 200
"""A multiple of 104: every card is taken out and put back, each time another shoe."""
AIM = 1.5


def in_c(edges: Edges, counts: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[float]:
    """Seconds for one shoe, and the edges of the last."""
    shape, (_, scales, pays) = edges._shape, zip(*edges._scaled, strict=True)
    sets, groups = len(shape.parent), len(edges._coefficients)
    head = [sets, shape.first_full, groups, edges.size, len(WAGERS), TIMES, ROUNDS]
    tables = [head, counts, VALUE_OF_CARD, shape.parent, shape.value, shape.already]
    tables += [edges._coefficients, scales, pays]
    given = b"".join(np.asarray(each, np.int64).tobytes() for each in tables)
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/edges"
        subprocess.run([*COMPILE, program, str(SOURCE)], check=True)
        said = subprocess.run([program], input=given, capture_output=True, check=True).stdout
    return [float(word) for word in said.split()]


def in_python(edges: Edges, counts: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[float]:
    best, found = float("inf"), edges(counts)
    for _ in range(ROUNDS):
        started = time.perf_counter()
        for again in range(TIMES):
            counts[again % 52] ^= 1
            found = edges(counts)
        best = min(best, (time.perf_counter() - started) / TIMES)
    return [best, *found.values()]


def main() -> None:
    counts = np.full(52, 8, np.int64)
    edges = Edges(rulebook("star-baccarat"), WAGERS)
    plain, ours = in_c(edges, counts), in_python(edges, counts)
    for name, one, other in zip(WAGERS, plain[1:], ours[1:], strict=True):
        assert abs(one - other) < 1e-12, name
    times = ours[0] / plain[0]
    print(f"C {1e6 * plain[0]:.1f} us, sabot {1e6 * ours[0]:.1f} us: {times:.2f} times", end="")
    print(f" (aim {AIM}): {'met' if times <= AIM else 'not met'}")


if __name__ == "__main__":
    main()
