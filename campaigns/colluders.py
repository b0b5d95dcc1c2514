"""Fifty thousand evenings of a dealer and two players against the house, over the five games.

Run with PYTHONPATH=tests. What was done is in the report, evening by evening of each game: a run
that was stopped goes on from there, and a finished one begins anew.
"""

import random
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from sabot import RULEBOOKS
from support.colluders import FEEDS, evening

EVENINGS, STEPS, AT_ONCE = 50_000, 60, 50
REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "colluders.md"
ROW = re.compile(r"\| (\S+) \| (\S+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|")
HEAD = """# Colluders

A dealer and two players try to end richer than an honest settlement of the same cards makes them,
with every command of the table, each in their own role, and without a second person
(`tests/support/colluders.py`). A witness (`tests/support/den.py`) keeps the stakes as they lay when
the first card came and the cards as they were keyed, has the naive judge settle them, and compares
after every command. A supervisor comes for float, checks and shuffles alone. {asked:,} evenings are
asked for, {steps} steps each; {done}.

| rulebook | cards | evenings | coups | commands accepted | got away with |
|---|---|---|---|---|---|
"""


@dataclass
class Row:
    """Progress of one game at one kind of table."""

    rulebook: str
    feed: str
    evenings: int = 0
    coups: int = 0
    accepted: int = 0
    found: int = 0

    def __str__(self) -> str:
        counts = (self.evenings, self.coups, self.accepted, self.found)
        return f"| {self.rulebook} | {self.feed} | {' | '.join(f'{n:,}' for n in counts)} |"


def main(asked: int = EVENINGS) -> int:
    each = -(-asked // (len(RULEBOOKS) * len(FEEDS)))
    rows, findings = begun()
    if all(row.evenings >= each for row in rows):
        rows, findings = afresh(), []
    while any(row.evenings < each for row in rows):
        for row in rows:
            findings += some(row, min(AT_ONCE, each - row.evenings))
        write(rows, findings, asked)
    print(REPORT.read_text(), flush=True)
    return 1 if findings else 0


def afresh() -> list[Row]:
    return [Row(rulebook, feed) for rulebook in RULEBOOKS for feed in FEEDS]


def begun() -> tuple[list[Row], list[str]]:
    """Return the runs that the report has already."""
    rows = {(row.rulebook, row.feed): row for row in afresh()}
    text = REPORT.read_text() if REPORT.exists() else ""
    for rulebook, feed, *counts in ROW.findall(text):
        numbers = [int(count.replace(",", "")) for count in counts]
        rows[rulebook, feed] = Row(rulebook, feed, *numbers)
    return list(rows.values()), re.findall(r"^- .*$", text, re.MULTILINE)


def some(row: Row, evenings: int) -> list[str]:
    """So many more evenings; what they got away with."""
    findings = []
    for number in range(row.evenings, row.evenings + evenings):
        mind = random.Random(f"{row.rulebook} {row.feed} {number}")
        steps = [mind.getrandbits(32) for _ in range(STEPS)]
        try:
            gang = evening(row.rulebook, row.feed, number, steps)
        except AssertionError as gain:
            row.found += 1
            print(gain, flush=True)
            findings.append(f"- {str(gain).splitlines()[0]}; last: {str(gain).splitlines()[-1]}")
        else:
            row.coups += gang.witness.coups
            row.accepted += gang.accepted
        row.evenings += 1
    return findings


def write(rows: list[Row], findings: list[str], asked: int) -> None:
    made = sum(row.evenings for row in rows)
    done = "all are done" if made >= asked else f"{made:,} are done"
    text = HEAD.format(asked=asked, steps=STEPS, done=done) + "\n".join(map(str, rows)) + "\n"
    if findings:
        text += "\n" + "\n".join(findings) + "\n"
    REPORT.write_text(text)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
