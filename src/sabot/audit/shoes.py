"""Public verification of a virtual shoe: its commitment, its opened order, and the cards dealt."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from sabot.core.seals import is_bound
from sabot.shoe.commitment import STACK


class ShoeCheck(msgspec.Struct, frozen=True):
    """Verification of a stack: the event with the commitment, the event that opened it (None while
    it is in use), whether it matches the commitment, the cut and the cutter, its coups, the number
    of cards seen, and the number of those at another place of the order. `put_aside`: no coup was
    dealt from it before the cards were shuffled again, by that clause and for that reason."""

    seq: int
    digest: str
    opened: int | None
    is_bound: bool | None
    depth: int
    cutter: str | None
    coups: tuple[int, ...]
    cards: int
    wrong: int
    put_aside: bool = False
    clause: str | None = None
    reason: str = ""


class _Shoe:
    """A stack while its events are read."""

    def __init__(self, seq: int, digest: str) -> None:
        self.seq = seq
        self.digest = digest
        self.depth = 0
        self.cutter: str | None = None
        self.coups: list[int] = []
        self.dealt: dict[int, str] = {}

    def check(self, event: dict[str, Any] | None) -> ShoeCheck:
        """Check it against the event that opened it, if one did."""
        shown = None if event is None else event["opened"]
        ended = event or {}
        again = ended.get("what", "").startswith("cards-shuffled/") and not self.coups
        bound, wrong = None, 0
        if shown is not None:
            salt, order = shown.get("salt", ""), shown.get("order", "").split(" ")
            bound = is_bound(self.digest, STACK, salt, " ".join(order))
            wrong = sum(
                order[(place + self.depth) % len(order)] != card
                for place, card in self.dealt.items()
            )
        return ShoeCheck(
            self.seq, self.digest, ended.get("seq"), bound, self.depth, self.cutter,
            tuple(self.coups), len(self.dealt), wrong, again,
            ended.get("clause") if again else None, ended.get("reason", "") if again else "",
        )  # fmt: skip


def shoe_checks(lines: Iterable[bytes], stream: str) -> Iterator[ShoeCheck]:
    """Every virtual stack of a table, in the order of the log."""
    shoe: _Shoe | None = None
    for line in lines:
        event: dict[str, Any] = msgspec.json.decode(line)
        if event.get("stream") != stream:
            continue
        what, shown = event["what"].partition("/")[0], event.get("opened")
        if shoe is not None and isinstance(shown, dict):
            yield shoe.check(event)
            shoe = None
        if isinstance(event.get("digest"), str) and "position" not in event:
            shoe = _Shoe(event["seq"], event["digest"])
        elif shoe is not None:
            _take(shoe, what, event)
    if shoe is not None:
        yield shoe.check(None)


def _take(shoe: _Shoe, what: str, event: dict[str, Any]) -> None:
    if what == "cards-cut":
        shoe.depth, shoe.cutter = event["depth"], event["cutter"]
    elif what == "card-dealt" and event.get("card") and event.get("position") is not None:
        shoe.dealt[event["position"]] = event["card"]
    elif what == "coup-ended":
        shoe.coups.append(event["number"])
