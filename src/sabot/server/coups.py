"""One coup as a player may see it again."""

from typing import Final

import msgspec

from sabot.compliance.protocol import Protocol
from sabot.refusal import Refusal

SHOWN: Final = frozenset(
    {
        "bets-closed", "bets-opened", "coup-started", "card-dealt", "cards-exposed",
        "counts-announced", "hand-decided", "hand-passed", "hand-returned", "result-announced",
        "wagers-settled", "coup-voided", "hand-voided", "coup-ended", "coup-rebuilt",
        "coup-reopened", "coup-reversed", "take-down-offered", "cutting-card-out",
    }
)  # fmt: skip
"""What happened before everybody's eyes."""
OWN: Final = frozenset({"wager-placed", "wager-withdrawn", "wager-refused"})


def own_protocol(whole: Protocol, player: str) -> Protocol:
    """The cards, and this player's stakes and money. Refused while the coup is not over: what lies
    face down stays so."""
    if not whole.over:
        raise Refusal("unknown-coup", None, "That coup is not over yet.")
    entries = tuple(
        each
        for each in whole.entries
        if (name := each.what.partition("/")[0]) in SHOWN or (name in OWN and each.by == player)
    )
    return msgspec.structs.replace(
        whole,
        entries=entries,
        wagers=tuple(laid for laid in whole.wagers if laid.player == player),
        settlement=tuple(each for each in whole.settlement if each.player == player),
        money=tuple(each for each in whole.money if each.place == player),
        findings=(),
    )
