"""Time of `sabot --help` and other quick commands, next to a Python that does nothing."""

import statistics
import subprocess
import sys
import time

RUNS = 15


def milliseconds(*command: str) -> float:
    """The median time of a command."""
    taken = []
    for _ in range(RUNS):
        started = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        taken.append(1000 * (time.perf_counter() - started))
    return statistics.median(taken)


if __name__ == "__main__":
    bare = milliseconds(sys.executable, "-c", "pass")
    for words in (["--help"], ["games"], ["rules", "star-baccarat", "12.2"]):
        ours = milliseconds(sys.executable, "-m", "sabot", *words)
        print(f"sabot {' '.join(words):32}{ours:6.0f} ms, {ours / bare:4.1f} x a bare Python")
