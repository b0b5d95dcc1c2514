"""Books that had a wrong result and are put right: tokens, a void coup, a Loss Limit."""

from typing import Any

import pytest

from sabot.engine.ledger import Move
from sabot.table.cases import rectification
from sabot.table.state import Mispaid
from support.evening import Evening
from support.live_evening import LiveEvening

SUE = {"actor": "sue", "role": "casino supervisor"}
FOUND: dict[str, Any] = {"of": "wager", "coup": 1, "over": True, "note": "misread",
                         "in_books": True, "player": "ann"}  # fmt: skip
NATURAL, LOST = "9S 5H KD KC", ["5S", "9H", "KD", "KC"]


def won_in_tokens() -> LiveEvening:
    """Ann has won with ten in the books; the first two cards were misread, and Banker won."""
    evening = LiveEvening("star-baccarat")
    evening.join("ann", 1)
    evening.ok("exchange-voucher", player="ann", amount="50", number="V 1", conditions="none")
    evening.bet("ann", "player", "10", currency="tokens")
    evening.coup(NATURAL)
    return evening


def test_12_18_tokens_are_not_put_right_in_chips() -> None:
    """The book's win was 10.00 in chips; the tokens that came back are no money."""
    evening = won_in_tokens()
    evening.no("bad-amount", "find-mispayment", **FOUND, amount="10.50", cards=LOST)
    evening.ok("find-mispayment", **FOUND, amount="10", cards=LOST)
    evening.ok("rectify-payment", number=1, **SUE)
    assert evening.chips("ann") == 10_000_00 and evening.findings() == []


def test_12_18_a_void_coup_of_tokens_ends_even_though_its_books_were_wrong() -> None:
    evening = won_in_tokens()
    evening.ok("find-mispayment", **FOUND, amount="10", cards=LOST)
    evening.ok("rectify-payment", number=1, **SUE)
    evening.ok("invalidate-outcome", **SUE, cause="disturbance", reason="riot", coup=1, refund=True)
    assert evening.chips("ann") == 10_000_00
    assert evening.money("player/ann", "tokens") == 50_00 and evening.findings() == []


def test_a_payment_put_right_by_another_amount_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def doubled(source: str, target: str, mispaid: Mispaid, amount: int) -> tuple[Move, ...]:
        return (Move(source, target, 2 * amount, mispaid.currency),)

    monkeypatch.setattr(rectification, "moves_of", doubled)
    evening = won_in_tokens()
    evening.ok("find-mispayment", **FOUND, amount="10", cards=LOST)
    evening.ok("rectify-payment", number=1, **SUE)
    assert any("wrong-payment" in found for found in evening.findings())


def test_14_3_what_is_put_right_counts_to_the_loss_limit() -> None:
    """Ann may lose 20. The books had a win of 10, and the cards a loss of 10."""
    own = {"amount": 20_00, "period": "day", "start": "2026-03-15", "lost": 0}
    visit = {"card": "card of ann", "room": 20_00, "limits": [own], "zone": "Australia/Sydney",
             "day": "2026-03-15"}  # fmt: skip
    evening = Evening("star-baccarat")
    evening.join("ann", 1, card="card of ann", visit=visit)
    evening.bet("ann", "player", "10")
    evening.coup(NATURAL)
    evening.ok("find-mispayment", **FOUND, amount="20", cards=LOST)
    lay = {"actor": "ann", "role": "player", "player": "ann", "on": "player", "area": 1}
    evening.no("loss-limit", "place-wager", **lay, amount="31")
    evening.ok("rectify-payment", number=1, **SUE)
    assert evening.no("loss-limit", "place-wager", **lay, amount="11").clause == "14.3"
    evening.ok("place-wager", **lay, amount="10")
    evening.ok("invalidate-outcome", **SUE, cause="disturbance", reason="riot", coup=1, refund=True)
    evening.no("loss-limit", "place-wager", **lay, amount="11")
    evening.ok("place-wager", **lay, amount="10")
