"""Draws that were opened on a name typed by staff, or with a value that no beacon gave."""

import builtins
import hashlib
import random
from datetime import timedelta
from typing import Any

import pytest

from sabot.core.refusal import Refusal
from sabot.parts.drand import CHAINS, DrandRound, round_in, round_of, verified
from sabot.parts.outside_values import checked_value
from sabot.promotions.drawing import unproven
from sabot.promotions.running.draw.public_file import published_of
from sabot.rules.roles import DEALER, SCRUTINEER
from sabot.server.promotions.views import view_of
from support.benders import BentPromotion, own_beacon
from support.promotion_checks import prize
from support.promotion_house import CLOSES, DRAWN, MIRA, SECOND, Casino, form

LUCKY = "star-lucky-draw"
LARGE = [prize(value="42000.00")]
QUICKNET = next(iter(CHAINS))
SIGNED = (
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125"
    "e342b73a8dd2bacbe47e4b6b63ed5e39"
)
"""Signature of round 1000 of quicknet, as drand publishes it."""
RANDOM = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"


def closed(**draw: Any) -> Casino:
    casino = Casino()
    casino.open(form([LUCKY], LARGE), **draw)
    casino.enter(3)
    casino.close()
    casino.now = DRAWN
    return casino


def test_a_large_prize_waits_for_the_scrutineer_who_signs_in() -> None:
    casino = closed()
    said: dict[str, Any] = {"value": "5e", "scrutineer": "Ms Lee"}
    assert casino.no("open-order", **said)[0] == "not-seen"
    assert casino.no("state-scrutiny", saw="all in order")[0] == "wrong-role"
    casino.hire()
    casino.hire("nils", SCRUTINEER, "Nils Berg")
    other = casino.no("state-scrutiny", ("nils", SCRUTINEER), saw="all in order")
    assert other == ("not-named", "13.2")
    assert casino.no("state-scrutiny", ("ghost", SCRUTINEER), saw="x")[0] == "not-independent"
    casino.now = DRAWN - SECOND
    assert casino.no("state-scrutiny", MIRA, saw="all in order")[0] == "too-early"
    casino.now = DRAWN
    casino.ok("state-scrutiny", MIRA, saw="all in order")
    assert casino.no("state-scrutiny", MIRA, saw="on second thoughts")[0] == "stated"
    casino.agreed("open-order", value="5e")
    draw = view_of(casino.standing()).draw
    assert draw.scrutineer == "Ms Lee" and draw.seen is not None and draw.seen.sound
    assert casino.findings() == []


def test_a_scrutineer_who_leaves_is_replaced_by_two_and_in_public() -> None:
    casino = closed()
    casino.hire("nils", SCRUTINEER, "Nils Berg")
    casino.hire("dora", DEALER, "Dora Dean")
    said: dict[str, Any] = {"reason": "Ms Lee is ill"}
    assert casino.do("name-scrutineer", person="dora", **said).rejected is None
    refused = casino.do("confirm-statement", ("olga", "duty manager"), number=1, reason="x")
    assert refused.rejected is not None and refused.rejected.code == "not-independent"
    casino.agreed("name-scrutineer", person="nils", **said)
    assert view_of(casino.standing()).draw.overseer == "Nils Berg"
    casino.hire()
    assert casino.no("state-scrutiny", MIRA, saw="all in order")[0] == "not-named"
    casino.ok("state-scrutiny", ("nils", SCRUTINEER), saw="one box was open", sound=False)
    assert casino.no("open-order", value="5e")[0] == "not-sound"
    assert casino.no("name-scrutineer", person="mira", reason="another view")[0] == "stated"
    casino.ok("lose-integrity", decision="postpone", reason="one box was open")
    casino.agreed("validate-integrity", validated_by="Ms Kay", how="all forms counted again")
    assert casino.no("open-order", value="5e")[0] == "not-seen"
    casino.ok("state-scrutiny", ("nils", SCRUTINEER), saw="counted again, all there")
    casino.agreed("open-order", value="5e")
    assert casino.findings() == []


def test_a_drum_opens_with_the_numbers_that_the_scrutineer_saw() -> None:
    casino = closed(source="drum", scrutineer="Ms Lee", beacon="")
    casino.hire()
    for wrong in ("", "3, 14", "03 14", "five"):
        assert casino.no("state-scrutiny", MIRA, saw="came out", value=wrong)[0] == "bad-value"
    casino.ok("state-scrutiny", MIRA, saw="came out", value="3 14 15")
    assert casino.no("open-order", value="3 15 14")[0] == "not-as-seen"
    casino.agreed("open-order", value="3  14 15")
    assert casino.findings() == []


def test_a_round_of_drand_counts_with_its_signature_alone() -> None:
    pytest.importorskip("py_ecc")
    first = DrandRound(1000, QUICKNET)
    assert verified(first, SIGNED) == RANDOM == hashlib.sha256(bytes.fromhex(SIGNED)).hexdigest()
    assert checked_value(first.sealed, "", SIGNED) == RANDOM and round_in(first.sealed) == first
    for named, signature in ((DrandRound(1001, QUICKNET), SIGNED), (first, f"{SIGNED[:-1]}8")):
        with pytest.raises(Refusal, match="not the beacon's signature"):
            verified(named, signature)
    with pytest.raises(Refusal, match="by its signature"):
        checked_value(first.sealed, "5e" * 32, SIGNED)


def test_a_promotion_is_drawn_with_a_round_of_a_beacon_of_our_own() -> None:
    pytest.importorskip("py_ecc")
    key, signature = own_beacon()
    casino = closed(source="drand", beacon="", drand_round=77, drand_key=key.upper())
    casino.witness()
    assert casino.no("open-order", value="5e" * 32, signature=signature[:-1])[0] == "bad-value"
    assert casino.no("open-order", value="5e" * 32, signature=signature)[0] == "bad-value"
    casino.agreed("open-order", signature=signature)
    published = published_of(casino.standing())
    assert published.value == hashlib.sha256(bytes.fromhex(signature)).hexdigest()
    assert list(unproven(published)) == [] and casino.findings() == []


def test_colluders_at_a_promotion_change_no_winner_unseen() -> None:
    """The campaign `bending.py` has thousands of them."""
    pytest.importorskip("py_ecc")
    for number in range(3):
        bending = BentPromotion(random.Random(f"promotion {number}"), *own_beacon())
        bending.play()
        assert bending.found == []


def test_a_round_that_is_known_too_early_is_not_sealed() -> None:
    late = CHAINS[QUICKNET]
    number = (CLOSES - late.first) // timedelta(seconds=late.seconds)
    casino = Casino()
    casino.submit(form([LUCKY], LARGE))
    said: dict[str, Any] = {"source": "drand", "known_from": DRAWN.isoformat()}
    early = {**said, "drand_round": number, "drand_key": QUICKNET}
    assert casino.no("commit-draw", **early)[0] == "beacon-known"
    for wrong in (0, 2**60):
        assert casino.no("commit-draw", **{**early, "drand_round": wrong})[0] == "bad-value"
    assert casino.no("commit-draw", **{**early, "drand_key": "83cf"})[0] == "bad-value"
    casino.ok("commit-draw", **{**early, "drand_round": number + 3_600})
    assert round_in(casino.standing().draw.beacon) == round_of(number + 3_600, QUICKNET)


def test_without_the_extra_a_drand_round_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("py_ecc"):
            raise ImportError(name)
        return found(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(Refusal, match="not installed here"):
        verified(DrandRound(31, QUICKNET), SIGNED)
