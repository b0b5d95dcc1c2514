"""Speed of `sabot adjudicate`: lines of two wagers, one core, and in constant memory.

The limit is what the machine needs to read and write the same JSON without thinking:
`msgspec` decoding every question and encoding every answer. The figure that counts is lines a
second; the ratio says how much of the time is Sabot's own.
"""

import itertools
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from sabot import RULEBOOKS, Rulebook
from sabot.core.cards import Card, decks_of
from sabot.coup import deal_so_far
from sabot.coup.adjudication import answer_line
from sabot.rules import Decision
from sabot.shoe import Seeded, shuffle

LINES = 100_000
STREAMS = (100_000, 1_000_000)
SEATS = 3
BATCH, ROUNDS = 1_000, 5


def questions(book: Rulebook, number: int, seed: int = 1) -> list[bytes]:
    """Coups dealt one after another from shuffled shoes, two wagers each."""
    rng, randomness = random.Random(seed), Seeded(seed)
    boxes = list(range(1, SEATS + 1)) if book.procedure.takes_boxes else []
    stood: dict[int, Decision] = dict.fromkeys(boxes, "stand")
    lines: list[bytes] = []
    while len(lines) < number:
        shoe = iter(shuffle(decks_of(book.decks()), randomness))
        for _ in range(12):
            used: list[Card] = []
            while deal_so_far(book, used, boxes, stood).due:
                used.append(next(shoe))
            wagers = []
            for place, wager in enumerate(
                rng.choices([w for w in book.wagers if w.id != "draw"], k=2)
            ):
                item = {
                    "id": f"w{place}",
                    "on": wager.id,
                    "amount": rng.choice(["10", "25", "100"]),
                }
                wagers.append(item | ({"box": rng.choice(boxes)} if wager.space.per_box else {}))
            question = {"rulebook": book.id, "cards": [str(c) for c in used], "wagers": wagers}
            lines.append(msgspec.json.encode(question | ({"boxes": boxes} if boxes else {})))
    return lines[:number]


def seconds(lines: list[bytes]) -> tuple[float, float]:
    """Answering all lines, and only reading and writing the same JSON: batch by batch in turn, each
    at its best of some rounds, so that neither has the busier moments of the machine."""
    plain = [msgspec.json.decode(answer_line(line)) for line in lines]
    ours = theirs = 0.0
    for begin in range(0, len(lines), BATCH):
        batch = lines[begin : begin + BATCH], plain[begin : begin + BATCH]
        rounds = [(_answering(batch[0]), _plainly(*batch)) for _ in range(ROUNDS)]
        ours += min(each for each, _ in rounds)
        theirs += min(each for _, each in rounds)
    return ours, theirs


def _answering(lines: list[bytes]) -> float:
    started = time.process_time()
    for line in lines:
        answer_line(line)
    return time.process_time() - started


def _plainly(lines: list[bytes], answers: list[object]) -> float:
    started = time.process_time()
    for line, answer in zip(lines, answers, strict=True):
        msgspec.json.decode(line)
        msgspec.json.encode(answer)
    return time.process_time() - started


def stream(number: int) -> tuple[float, float]:
    """So many lines through the command: lines a second, and its largest memory in MB."""
    lines = questions(RULEBOOKS["star-baccarat"], 20_000)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "coups.jsonl")
        with source.open("wb") as file:
            file.writelines(
                line + b"\n" for line in itertools.islice(itertools.cycle(lines), number)
            )
        command = [sys.executable, "-m", "sabot", "adjudicate", str(source)]
        started, memory = time.perf_counter(), 0.0
        with (
            Path(folder, "answers.jsonl").open("wb") as answers,
            subprocess.Popen(command, stdout=answers) as process,
        ):
            while process.poll() is None:
                memory = max(memory, peak_memory(process.pid))
                time.sleep(0.02)
        return number / (time.perf_counter() - started), memory


def peak_memory(process: int) -> float:
    """The most memory that a running process has held so far, in MB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0


if __name__ == "__main__":
    print(f"{'rulebook':18}{'lines/s':>10}{'x plain JSON':>14}")
    for book in RULEBOOKS.values():
        ours, plain = seconds(questions(book, LINES))
        print(f"{book.id:18}{LINES / ours:>10,.0f}{ours / plain:>14.1f}")
    print("\nthrough the command, start-up included:")
    for number in STREAMS:
        rate, memory = stream(number)
        print(f"{number:>9,} lines: {rate:,.0f} lines/s, {memory:.0f} MB at most")
