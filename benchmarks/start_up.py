"""Time of `sabot --help` and other quick commands, next to a Python that does nothing.

All are run in turn, and the least processor time of each counts, so that other programs on the
machine do not matter much.
"""

import os
import subprocess
import sys

RUNS = 15
BARE = ("-c", "pass")
COMMANDS = (("--help",), ("games",), ("rules", "star-baccarat", "12.2"))


def milliseconds(*words: str) -> float:
    """The processor time of a Python with these words."""
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, words
    return 1000 * (used.ru_utime + used.ru_stime)


if __name__ == "__main__":
    asked = [BARE, *(("-m", "sabot", *words) for words in COMMANDS)]
    rounds = [[milliseconds(*words) for words in asked] for _ in range(RUNS)]
    bare, *others = (min(each) for each in zip(*rounds, strict=True))
    for words, ours in zip(COMMANDS, others, strict=True):
        print(f"sabot {' '.join(words):32}{ours:6.0f} ms, {ours / bare:4.1f} x a bare Python")
