"""The golden logs of this release: short nights of every kind of stream, and what the audit finds.

Run it with `PYTHONPATH=tests` when a release is made, and commit what it writes to
`tests/golden/`. Every later release audits these logs with the same findings.
"""

import contextlib
import itertools
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import msgspec

from compliance.nights import START, Json, Night, audited, find, forged, typed
from sabot import __version__
from sabot.core.refusal import Refusal
from sabot.people import People
from sabot.people.sign_in.passwords import Hashing
from sabot.rules.roles import ADMINISTRATOR, DEALER, INSPECTOR
from sabot.store import export_lines, open_store
from support.cup_script import compose_cup
from support.night_script import Line, NightFloor, compose, play_lines, rigged
from support.promotion_house import Casino, form
from support.provisions import whole

PASSWORD = "a long and quiet evening"
GOLDEN = Path(__file__).parent.parent / "tests" / "golden"


def baccarat() -> Night:
    """A coup void because of a foreign card, a dispute that is reviewed, a wrong payment that the
    regulator never hears of, and a coup after all that."""
    night = typed("star-baccarat").coups(2)
    for bet in night.bets:
        night.do("place-wager", bet["player"], "player", **bet)
    night.do("no-more-bets")
    night.deal()
    night.do("report-irregularity", situation="missing-or-foreign-card")
    night.do("clear-cards")
    for number in list(night.table.notices.due):
        night.do("give-notice", number=number, channel="telephone")
    night.cards()
    dispute(night)
    night.do("find-mispayment", of="wager", coup=1, amount="2000", over=True, player="alice",
             note="counted again")  # fmt: skip
    night.now += timedelta(days=40)
    return night.coups(1)


def mini_baccarat() -> Night:
    """A round found wrong after the next one and reversed, and a dispute about it."""
    night = typed("canberra-mini").coups(3)
    night.do("report-irregularity", situation="found-after-next-coup",
             circumstances={"in_doubt": False}, coup=1)  # fmt: skip
    dispute(night)
    return night.coups(1)


def dispute(night: Night) -> None:
    rule, said = (
        whole(night.table.conduct.general).disputes,
        {"decision": "it stands", "reason": "seen"},
    )
    assert rule.review is not None
    night.do("raise-dispute", "alice", "player", player="alice", about="the payment", coup=1)
    night.do("decide-dispute", "gus", rule.first.by, number=1, **said)
    night.do("ask-review", "alice", "player", number=1)
    night.do("review-dispute", "rex", rule.review.by, number=1, **said)


def played(lines: list[Line]) -> list[bytes]:
    """The log of a night that is written down as commands."""
    with rigged(), open_store("sqlite://") as store:
        for _ in play_lines(NightFloor(store), lines):
            pass
        return list(export_lines(store))


def five_tables() -> list[bytes]:
    """Robots and accounts at a virtual table of each game, then every command that there is."""
    return played(compose())


def cup() -> list[bytes]:
    """A tournament from its conditions to the last prize, with its tables and accounts."""
    return played(compose_cup("star-baccarat", 4, 3, 1))


def mini_cup() -> list[bytes]:
    return played(compose_cup("canberra-mini", 4, 3, 1))


def lantern_night() -> list[bytes]:
    """A promotion to its draw, a winner who is told, and terms that came too late."""
    casino = Casino()
    casino.drawn(form(["star-baccarat", "star-lucky-draw"]))
    return list(export_lines(casino.store))


def insider() -> list[bytes]:
    """Change a payment as a forger who can write the whole log anew."""

    def more(events: list[Json]) -> None:
        settled = find(events, "wagers-settled")
        settled["lines"][-1]["pays"] += 50_000
        settled["moves"][-1]["amount"] += 50_000

    return forged(typed("star-baccarat").coups(2).lines(), more)


def staff() -> list[bytes]:
    """People who come, sign in and out, are suspended and get another password."""
    with open_store("sqlite://") as store:
        now = itertools.count(1)
        people = People(store, lambda: START + timedelta(minutes=next(now)), Hashing(memory=8))
        for name, role in (("ada", ADMINISTRATOR), ("dan", DEALER), ("ivy", INSPECTOR)):
            people.add(name, PASSWORD, role, "the house", called=f"{name.title()} of the house")
        people.sign_in("dan", PASSWORD, "10.0.0.1")
        with contextlib.suppress(Refusal):
            people.sign_in("dan", "wrong", "10.0.0.2")
        people.callings.rename("dan", "Dan Brown", "he has married", "ada")
        people.disable("dan", "ada")
        people.enable("dan", "ada")
        people.change_password("ivy", PASSWORD, f"{PASSWORD}, twice")
        return list(export_lines(store))


NIGHTS: dict[str, Callable[[], list[bytes]]] = {
    "star-baccarat": lambda: baccarat().lines(),
    "star-seven-up": lambda: typed("star-seven-up").coups(2).lines(),
    "star-three-card": lambda: typed("star-three-card").coups(2).lines(),
    "star-lucky-draw": lambda: typed("star-lucky-draw").coups(2).lines(),
    "canberra-mini": lambda: mini_baccarat().lines(),
    "five-tables": five_tables,
    "cup": cup,
    "mini-cup": mini_cup,
    "promotion": lantern_night,
    "insider": insider,
    "staff": staff,
}


def write(folder: Path) -> None:
    """Write a log and a file of findings for each night."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, play in NIGHTS.items():
        lines = play()
        found = [msgspec.json.encode(each) + b"\n" for each in audited(lines)]
        (folder / f"{name}.jsonl").write_bytes(b"".join(lines))
        (folder / f"{name}.findings").write_bytes(b"".join(found))


if __name__ == "__main__":
    write(GOLDEN / __version__)
