"""A hundred thousand evenings that mix rules on purpose, product and reference side by side.

    PYTHONPATH=tests python campaigns/mixed.py [evenings] [seconds]

The run goes on where the last one stopped: `docs/campaigns/mixed.json` keeps how far each game has
come, which pairs of rules have met and what differed. A changed product or reference begins a new
count with further evenings; `earlier` keeps how many were played before.
"""

import json
import os
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from hashlib import sha256
from pathlib import Path
from typing import Any

from comparison.generator import evening
from comparison.known import KNOWN, reason_of
from comparison.shrinking import shortest, told
from comparison.themes import PAIRS, cannot_meet, game_names, possible

EVENINGS, MOVES = 100_000, 90
BATCH, FEW = 100, 12
ROOT = Path(__file__).parent.parent
STATE = ROOT / "docs" / "campaigns" / "mixed.json"
REPORT = ROOT / "docs" / "campaigns" / "mixed.md"
MENDED = ROOT / "campaigns" / "mended.tsv"
Json = dict[str, Any]


def fingerprint() -> str:
    """Return a digest of the product's table rules, the reference and the comparison."""
    folders = ("src/sabot/table", "src/sabot/rulebooks", "tests/reference", "tests/comparison")
    digest = sha256()
    for path in sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def fresh(before: Json | None = None) -> Json:
    """Return the state of a run that has not begun; its evenings follow those of a run before."""
    game: Json = {"evenings": 0, "moves": 0, "commands": 0, "met": [], "known": {}, "new": []}
    games = {name: json.loads(json.dumps(game)) for name in game_names()}
    earlier = {"evenings": 0, "commands": 0, "seconds": 0}
    if before is not None:
        earlier = before["earlier"]
        earlier["seconds"] += before["seconds"]
        for name, played in before["games"].items():
            earlier["evenings"] += played["evenings"]
            earlier["commands"] += played["commands"]
            games[name]["first"] = played["first"] + played["evenings"]
            met = {tuple(pair) for pair in [*played["met"], *played.get("met before", [])]}
            games[name]["met before"] = sorted(met)
    else:
        for each in games.values():
            each["first"] = 0
    return {"of": fingerprint(), "seconds": 0, "earlier": earlier, "games": games}


def load() -> Json:
    """Return the state of the last run of this code, or a fresh one."""
    if not STATE.exists():
        return fresh()
    kept: Json = json.loads(STATE.read_text())
    return kept if kept["of"] == fingerprint() else fresh(kept)


def batch(game: str, state: Json) -> tuple[Json, float]:
    """Play the next evenings of a game; return its state after them, and the processor time."""
    began = time.process_time()
    met = {tuple(pair) for pair in state["met"]}
    first = state["first"] + state["evenings"]
    for seed in range(first, first + BATCH):
        mixed = evening(game, seed)
        found = mixed.play(MOVES)
        met |= mixed.meetings.met
        state["moves"] += len(mixed.both.moves)
        state["commands"] += mixed.both.live.sent
        if found is None:
            continue
        reason = reason_of(found)
        if reason is not None:
            state["known"][reason] = state["known"].get(reason, 0) + 1
        elif len(state["new"]) < 20:
            moves = shortest(mixed.setting, mixed.both.moves, found)
            state["new"].append(f"seed {seed}\n" + told(mixed.setting, moves, found))
            print(state["new"][-1], flush=True)
    state["evenings"] += BATCH
    state["met"] = sorted(met)
    return state, time.process_time() - began


def report(state: Json) -> str:
    """Return the report of a run."""
    lines = [
        "# Evenings that mix",
        "",
        "The product's table and the reference (`tests/reference/`) play the same evening side by"
        " side (`tests/comparison/`).",
        "After every move money by place, phase, legal commands and refusals are compared. Each"
        " evening brings two rules together on purpose; a pair has met when both rules touched the"
        " same coup or neighbouring ones.",
        "",
        "| game | evenings | moves | commands | pairs that met | with earlier code"
        " | of pairs that can | differences |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, game in state["games"].items():
        can = possible(name)
        met = {tuple(pair) for pair in game["met"]} & set(can)
        ever = met_ever(game) & set(can)
        differ = len(game["new"]) + sum(game["known"].values())
        lines.append(
            f"| {name} | {game['evenings']:,} | {game['moves']:,} | {game['commands']:,}"
            f" | {len(met)} | {len(ever)} | {len(can)} | {differ} |"
        )
    whole = sum(game["evenings"] for game in state["games"].values())
    before = state["earlier"]
    lines += [
        "",
        f"{whole:,} evenings in {state['seconds']:,.0f} s of processor time, and"
        f" {before['evenings']:,} with {before['commands']:,} commands of earlier code, whose"
        f" differences are mended below: {whole + before['evenings']:,} of {EVENINGS:,}.",
        "",
    ]
    lines += missing(state) + apart() + differences(state) + mended()
    return "\n".join(lines) + "\n"


def met_ever(game: Json) -> set[tuple[str, ...]]:
    """Return the pairs that have met, in evenings of earlier code too."""
    return {tuple(pair) for pair in [*game["met"], *game.get("met before", [])]}


def missing(state: Json) -> list[str]:
    """Return the pairs that can meet and have never met; of many only the number."""
    lines = []
    for name, game in state["games"].items():
        met = met_ever(game)
        left = [" and ".join(pair) for pair in possible(name) if pair not in met]
        if left:
            lines.append(f"- {name}: {'; '.join(left) if len(left) <= FEW else len(left)}")
    return ["## Pairs that have not met", "", *(lines or ["None."]), ""]


def apart() -> list[str]:
    """Return the reasons for which pairs cannot meet, with how many pairs each rules out."""
    lines = ["## Pairs that cannot meet", "", "| game | reason | pairs |", "|---|---|---|"]
    for name in game_names():
        reasons: dict[str, int] = {}
        for pair in PAIRS:
            reason = cannot_meet(name, pair)
            if reason is not None:
                reasons[reason] = reasons.get(reason, 0) + 1
        lines += [f"| {name} | {reason} | {count} |" for reason, count in reasons.items()]
    return [*lines, ""]


def differences(state: Json) -> list[str]:
    """Return what differed."""
    lines = ["## Differences", ""]
    for name, game in state["games"].items():
        lines += [f"- {name}, {count} evenings: {why}" for why, count in game["known"].items()]
        for each in game["new"]:
            lines += ["", "```", each, "```"]
    if len(lines) == 2:
        lines.append("None." if not KNOWN else "None met; the list of known ones is not empty.")
    return [*lines, ""]


def mended() -> list[str]:
    """Return what was found before, who was right and what was mended."""
    lines = ["## Found and mended", "", "| what differed | right | mended |", "|---|---|---|"]
    rows = MENDED.read_text().splitlines()
    return [*lines, *(f"| {' | '.join(row.split(chr(9)))} |" for row in rows if row), ""]


def main(evenings: int = EVENINGS, seconds: float = 1e9) -> int:
    """Play until the number of evenings is reached, or the time is over: a game on each processor,
    the one with the fewest evenings next."""
    state, began = load(), time.monotonic()
    games: dict[str, Json] = state["games"]
    played: dict[Future[tuple[Json, float]], str] = {}

    def is_over() -> bool:
        done = sum(game["evenings"] for game in games.values()) + len(played) * BATCH
        late = time.monotonic() - began >= seconds
        return late or done + state["earlier"]["evenings"] >= evenings

    with ProcessPoolExecutor(os.cpu_count()) as processes:
        while True:
            while len(played) < (os.cpu_count() or 1) and not is_over():
                idle = [name for name in game_names() if name not in played.values()]
                game = min(idle, key=lambda name: games[name]["evenings"])
                played[processes.submit(batch, game, games[game])] = game
            if not played:
                break
            for each in wait(played, return_when=FIRST_COMPLETED).done:
                games[played.pop(each)], used = each.result()
                state["seconds"] += used
            STATE.write_text(json.dumps(state, indent=1) + "\n")
            REPORT.write_text(report(state))
    return int(any(game["new"] for game in games.values()))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
