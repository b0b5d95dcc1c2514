"""The golden logs of this release: two short nights and what the audit finds in them.

Run it with `PYTHONPATH=tests` when a release is made, and commit what it writes to
`tests/golden/`. Every later release audits these logs with the same findings.
"""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import msgspec

from compliance.nights import Night, audited, typed
from sabot import __version__

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
    rule, said = night.table.conduct.general.disputes, {"decision": "it stands", "reason": "seen"}
    assert rule.review is not None
    night.do("raise-dispute", "alice", "player", player="alice", about="the payment", coup=1)
    night.do("decide-dispute", "gus", rule.first.by, number=1, **said)
    night.do("ask-review", "alice", "player", number=1)
    night.do("review-dispute", "rex", rule.review.by, number=1, **said)


NIGHTS: dict[str, Callable[[], Night]] = {
    "star-baccarat": baccarat,
    "canberra-mini": mini_baccarat,
}


def write(folder: Path) -> None:
    """One log and one file of findings for each night."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, play in NIGHTS.items():
        lines = play().lines()
        found = [msgspec.json.encode(each) + b"\n" for each in audited(lines)]
        (folder / f"{name}.jsonl").write_bytes(b"".join(lines))
        (folder / f"{name}.findings").write_bytes(b"".join(found))


if __name__ == "__main__":
    write(GOLDEN / __version__)
