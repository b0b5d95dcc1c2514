"""Evenings with every kind of exception, each commanded and counted by hand."""

from typing import Any

from compliance.nights import Night, typed

SUPERVISOR: dict[str, Any] = {"actor": "sue", "role": "casino supervisor"}
FOUND: dict[str, Any] = {"situation": "above-maximum", "player": "bob", "on": "player"}


def bet(played: Night, player: str, amount: str, on: str = "player") -> None:
    played.say("place-wager", player, "player", player=player, on=on, amount=amount)


def begin(played: Night) -> None:
    played.say("no-more-bets")
    played.deal()


def money() -> Night:
    """A real table without irregularities: chips, a voucher, a wrong payment, a closing count. One
    statement is refused, one waits."""
    played = typed("star-baccarat")
    played.say("declare-chips", player="alice", amount="700")
    played.say("confirm-statement", "vera", "casino supervisor", number=1, reason="counted")
    played.say("declare-chips", player="bob", amount="900")
    played.say("refuse-statement", "vera", "casino supervisor", number=2, reason="no chips there")
    played.do("exchange-voucher", player="alice", amount="50", number="V7", conditions="one night")
    bet(played, "alice", "100")
    begin(played)
    played.finish()
    played.do("find-mispayment", of="wager", coup=1, amount="20", over=True, player="alice",
              note="one chip too many")  # fmt: skip
    played.do("rectify-payment", **SUPERVISOR, number=1)
    bet(played, "alice", "100")
    played.say("refuse-wager", **SUPERVISOR, player="alice", on="player", reason="a disputed chip")
    counted = played.table.balances["chips@float"] - 300
    played.say("close-float", **SUPERVISOR, counted=f"{counted // 100}.00")
    played.say("confirm-statement", "vera", "casino supervisor", number=6, reason="counted again")
    played.say("declare-chips", player="bob", amount="40")
    return played


def conduct() -> Night:
    """A real table where a supervisor has work: a late stake, an outcome made invalid, a sanction,
    a wrong deal after which wagers come down."""
    played = typed("star-baccarat")
    bet(played, "alice", "100")
    begin(played)
    played.do("report-irregularity", **FOUND, circumstances={"when": "during"}, amount="1500",
              note="under a drink")  # fmt: skip
    played.finish()
    bet(played, "alice", "200", "banker")
    begin(played)
    played.say("invalidate-outcome", **SUPERVISOR, cause="disturbance", reason="fire", refund=True)
    played.say("clear-cards")
    bet(played, "alice", "60")
    begin(played)
    played.say("sanction-player", **SUPERVISOR, player="alice", measures=["void"],
               reason="a counting device")  # fmt: skip
    played.finish()
    bet(played, "bob", "75")
    begin(played)
    played.finish()
    dealt = [slot.card for slot in played.table.last.slots] if played.table.last else []
    played.do("report-irregularity", situation="wrong-deal", circumstances={"in_doubt": True},
              cards=[dealt[1], dealt[0], *dealt[2:]], note="two cards swapped")  # fmt: skip
    played.say("take-down", "bob", "player", player="bob")
    return played


def mini() -> Night:
    """The other casino: wagers reopened, a round voided after the next, a question without rule."""
    played = typed("canberra-mini")
    bet(played, "alice", "100")
    bet(played, "alice", "10", "tie")
    begin(played)
    played.finish()
    bet(played, "alice", "50")
    begin(played)
    played.finish()
    played.do("report-irregularity", situation="found-after-next-coup", coup=1,
              circumstances={"in_doubt": False}, note="a wrong card")  # fmt: skip
    bet(played, "bob", "80")
    begin(played)
    played.say("report-irregularity", situation="missing-or-foreign-card", note="a card is gone")
    number = next(iter(played.table.asked))
    played.say("decide-report", **SUPERVISOR, number=number, outcome="COUP_VOID", reason="unfair")
    played.say("clear-cards")
    return played
