"""Moves that may be made next: the reference's `may` beside what the product accepts.

A fact that may not happen now has a probe, a command that says the same with plausible fields: the
product must reject it. A fact of `EITHER` that may happen must be accepted too.
"""

from collections.abc import Callable, Collection
from typing import Any

from comparison.live import Live
from sabot.engine.streams import Rejection
from sabot.table.shoe.cards import due

Said = tuple[str, dict[str, Any]]
DEALER = {"actor": "dana", "role": "dealer"}
OPERATOR = {"actor": "omar", "role": "casino operator"}


def _wager(live: Live) -> Said:
    player = next(iter(live.table.patrons), "anna")
    bet = live.table.opened.wagers[0]
    boxed = live.table.book.by_id[bet].space.per_box
    area = live.setting.area_of(player)
    where = {"box": area} if boxed else {"area": area}
    who = {"actor": player, "role": "player", "player": player}
    return "place-wager", {**who, "on": bet, "amount": "25.00", **where}


def _withdrawal(live: Live) -> Said:
    laid = next(iter(live.table.round.stakes.values()), None)
    player, on = ("anna", "player") if laid is None else (laid.player, laid.on)
    box = {} if laid is None or laid.box is None else {"box": laid.box}
    return "withdraw-wager", {"actor": player, "role": "player", "player": player, "on": on, **box}


def _card(live: Live) -> Said:
    face = live.table.round.face or live.table.opened.face
    named = {"card": "2S"} if face == "up" and not live.table.stack.carried else {}
    return "deal-card", {**DEALER, **named}


PROBES: dict[str, Callable[[Live], Said]] = {
    "Laid": _wager,
    "Withdrew": _withdrawal,
    "CardShown": _card,
    "ResultAnnounced": lambda live: ("announce-result", DEALER),
    "Settled": lambda live: ("settle-wagers", DEALER),
    "Resumed": lambda live: ("resume-play", DEALER),
    "Closed": lambda live: ("close-table", OPERATOR),
    "Burned": lambda live: ("burn-cards", DEALER),
    "Shuffled": lambda live: ("shuffle", DEALER),
    "Reduced": lambda live: ("reduce-wagers", {**DEALER, "side": "player"}),
    "Decision": lambda live: (
        "decide-hand",
        {**DEALER, "box": getattr(due(live.table), "box", 1), "decision": "stand"},
    ),
}
"""Name of a fact -> the command that says the same."""
EITHER = {
    "ResultAnnounced": ("not-announced",),
    "Settled": ("not-marked", "no-rule"),
    "Decision": ("not-announced",),
}
"""Facts that must be accepted when they may happen, and codes for what is still to be called."""
SAME = {"Settled": "InterimSettled"}
"""Facts that one command of the product says in another phase."""


def unlike(live: Live, may: Collection[str]) -> tuple[str, str, str] | None:
    """Return the first fact on which the two disagree: its name, and what each says."""
    for name, probe in PROBES.items():
        do, fields = probe(live)
        decided = live.ask(do, **fields)
        rejected = decided.code if isinstance(decided, Rejection) else ""
        allowed = name in may or SAME.get(name) in may
        ends_reopening = do == "resume-play" and live.table.round.reopened is not None
        if not allowed and not rejected and not ends_reopening:  # the reference just deals on
            return name, "may not happen", f"accepts {do}"
        if allowed and rejected and name in EITHER and rejected not in EITHER[name]:
            return name, "may happen", f"{do}: {rejected}"
    return None
