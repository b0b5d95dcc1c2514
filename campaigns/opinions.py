"""Alter settlement, limits and irregularities one thing at a time: who notices, without a test?

    PYTHONPATH=tests:campaigns python -P campaigns/opinions.py [mutants] [seconds]

A seeded sample of mutants of the live table (`mutation/mutants.py`) is put into the product. Mixed
evenings that run the altered statement are played twice: at the product alone, whose log the
audit's checks read, and beside the reference table. The mutant is in the audit too: deciding again
agrees with itself, and only the audit's own arithmetic can notice. Results are kept in
`.mutations/`, so that a run that was stopped goes on. `--calls` measures the evenings anew.
"""

import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

import msgspec

from forks import in_a_fork, told_by_a_fork
from mutation import evenings
from mutation.calls import Calls
from mutation.mutants import SEED, Mutant, altered, lot, mutants
from mutation.places import KEPT, ROOT, files
from mutation.trying import body_of, bounded, forget, put_in

SAMPLE = 1_000
BOUND = 2.0
"""CPU seconds of each opinion on one mutant."""
TARGETS = (
    "table/result/", "table/betting/", "table/irregularities/", "table/limits/",
    "table/players/debts",
    "table/players/room", "table/players/sanctions", "table/result/invalidation",
)  # fmt: skip
"""Settlement, limits and irregularities of the live table."""
PATIENCE = 900
"""Seconds that one mutant may take where the machine is busy with other things."""
RESULTS = KEPT / "opinions.jsonl"
REPORT = ROOT / "docs" / "campaigns" / "opinions.md"


class Opinion(msgspec.Struct, array_like=True):
    """Hold what each side said of a mutant, "" for nothing. `tried` evenings ran its statement."""

    key: str
    digest: str
    audit: str
    reference: str
    tried: int
    seconds: float


def sample(size: int) -> tuple[list[Mutant], int]:
    """Return the mutants whose lot is lowest, and of how many. Citations are left out: they move
    no money, and the tests' own campaign has them."""
    targets = [each for each in files() if each.startswith(TARGETS)]
    found = [
        mutant
        for target in targets
        for mutant in mutants(target)
        if mutant.function and mutant.kind != "citation"
    ]
    return sorted(found, key=lambda each: lot(f"{SEED} {each.key}"))[:size], len(found)


def load() -> dict[tuple[str, str], Opinion]:
    """Return what is done."""
    lines = RESULTS.read_bytes().splitlines() if RESULTS.exists() else []
    found = (msgspec.json.decode(line, type=Opinion) for line in lines)
    return {(each.key, each.digest): each for each in found}


def judge(calls: Calls, played: dict[str, Any], mutant: Mutant) -> str:
    """Return both opinions on a mutant that is put into this process."""
    body = body_of(altered(mutant), mutant)
    assert body is not None, mutant.name
    put_in(mutant, body)
    forget()
    bounded()
    began = time.process_time()
    names = calls.covering(mutant)
    audit = _first(names, played, evenings.audited)
    reference = _first(names, played, evenings.compared)
    spent = round(time.process_time() - began, 2)
    told = Opinion(mutant.key, mutant.digest, audit, reference, len(names), spent)
    return msgspec.json.encode(told).decode()


def _first(names: list[str], played: dict[str, Any], ask: Callable[[Any, list[Any]], str]) -> str:
    began = time.process_time()
    for name in names:
        if time.process_time() - began > BOUND:
            break
        said = ask(*played[name])
        if said:
            return f"{name}: {said}"
    return ""


def main(size: int = SAMPLE, seconds: float = 1e9) -> int:
    """Ask for opinions until the sample is done, or the CPU time is over."""
    if not evenings.CALLS.exists():
        assert in_a_fork(evenings.measure, 3600) == 0, "the evenings could not be played"
    (chosen, of_all), done = sample(size), load()
    calls, played = evenings.load()
    _check_healthy(played)
    spent = 0.0
    for mutant in chosen:
        if spent > seconds:
            break
        if (mutant.key, mutant.digest) in done:
            continue
        said = told_by_a_fork(partial(judge, calls, played, mutant), PATIENCE)
        opinion = (
            msgspec.json.decode(said.encode(), type=Opinion)
            if said is not None
            else Opinion(mutant.key, mutant.digest, "", "fault: no end", 0, 2 * BOUND)
        )
        spent += opinion.seconds
        done[opinion.key, opinion.digest] = opinion
        with RESULTS.open("ab") as out:
            out.write(msgspec.json.encode(opinion) + b"\n")
        print(f"{opinion.audit[:50]!r} {opinion.reference[:50]!r} <- {mutant.name}", flush=True)
    REPORT.write_text(report(chosen, of_all, done))
    return 0


def _check_healthy(played: dict[str, Any]) -> None:
    """With nothing altered neither side has anything to say of the first evenings."""
    for name in list(played)[:: max(1, len(played) // 20)]:
        for ask in (evenings.audited, evenings.compared):
            said = ask(*played[name])
            assert not said, f"{name}: {said}"


HEAD = """# Second opinions

One number, comparison, junction, `not`, sum or check of settlement, limits and irregularities is
altered in the live table. Mixed evenings that run the altered statement are then played: at the
product alone, whose log the audit's checks read, and beside the reference table. No test is asked.
The audit runs with the altered code, as it would in a house: it decides every command again with
the same fault, and notices only by arithmetic of its own. Each side has {bound:g} CPU seconds.
An evening is kept if it runs a statement that few others run; every other one has more trouble
than those that mix (`campaigns/mutation/busy.py`).

{day}: a seeded sample of {asked:,} of {all:,} is asked for; {run:,} of them were tried, with
{cpu:,.0f} CPU seconds. {unrun:,} of these alter a statement that none of the {pool} evenings runs.

**The reference evenings notice {reference:,} of {run:,}; the audit alone {audit:,}; either of them
{either:,}.** Of the {reached:,} whose statement an evening runs, that is {of_reached:.0%},
{audit_reached:.0%} and {either_reached:.0%}. The audit reads money: of the {money:,} after which
the money of an evening differs from the reference's, it notices {audit_money:,}.

| where | run | reached by an evening | reference | audit |
|---|---|---|---|---|
"""


def report(chosen: list[Mutant], of_all: int, done: dict[tuple[str, str], Opinion]) -> str:
    """Return the report of what is done."""
    known = [
        (mutant, opinion)
        for mutant in chosen
        if (opinion := done.get((mutant.key, mutant.digest))) is not None
    ]
    told = [opinion for _, opinion in known]
    reached = [each for each in told if each.tried]
    money = [each for each in reached if ": money after" in each.reference]
    base = max(len(reached), 1)
    noticed = sum(bool(each.reference) for each in told)
    audit = sum(bool(each.audit) for each in told)
    either = sum(bool(each.audit or each.reference) for each in told)
    text = HEAD.format(
        day=f"{date.today():%d %B %Y}", bound=BOUND, asked=len(chosen), all=of_all,
        run=len(told), pool=len(evenings.load()[1]),
        cpu=sum(each.seconds for each in told), unrun=len(told) - len(reached),
        reference=noticed, audit=audit, either=either, reached=len(reached),
        of_reached=noticed / base, audit_reached=audit / base, either_reached=either / base,
        money=len(money), audit_money=sum(bool(each.audit) for each in money),
    )  # fmt: skip
    text += "\n".join(_places(known)) + "\n"
    kinds = Counter(each.reference.rpartition("::")[2].partition(": ")[2].partition(" ")[0]
                    for each in told if each.reference)  # fmt: skip
    text += "\nWhat differed from the reference first: "
    text += ", ".join(f"{kind} {count:,}" for kind, count in kinds.most_common()) + ".\n"
    missed = [(m, each) for m, each in known if each in money and not each.audit]
    text += f"\nMoney that differs, and the audit is silent: {len(missed)}.\n\n"
    text += "".join(f"- `{m.name}`: `{m.text}`\n" for m, _ in missed)
    left = [m for m, each in known if each.tried and not each.audit and not each.reference]
    serious = [m for m in left if m.is_serious]
    text += f"\nRun by an evening, about money by their words, noticed by neither: {len(serious)}"
    text += f" (others: {len(left) - len(serious)}).\n\n"
    return text + "".join(f"- `{m.name}`: `{m.text}`\n" for m in serious)


def _places(known: list[tuple[Mutant, Opinion]]) -> list[str]:
    rows: dict[str, list[int]] = {}
    for mutant, opinion in known:
        place = mutant.target.rpartition("/")[0]
        row = rows.setdefault(place, [0, 0, 0, 0])
        said = (1, opinion.tried > 0, bool(opinion.reference), bool(opinion.audit))
        rows[place] = [have + more for have, more in zip(row, said, strict=True)]
    return [f"| `{place}` | {' | '.join(map(str, row))} |" for place, row in sorted(rows.items())]


if __name__ == "__main__":
    os.chdir(ROOT)
    words = sys.argv[1:]
    if "--calls" in words:
        words.remove("--calls")
        evenings.CALLS.unlink(missing_ok=True)
    sys.exit(main(*map(int, words)))
