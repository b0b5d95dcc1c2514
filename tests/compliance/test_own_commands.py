"""The audit compares what commands said with what their events did, and finds faults of the table.

The audit decides again with the same fault; only its own reading of the command finds it."""

from typing import Any

import pytest

from sabot.table.irregularities.remedies import coups
from sabot.table.players import offers, sanctions
from sabot.table.result import clearance, invalidation, void_wagers
from support.live_evening import LiveEvening

SUE = {"actor": "sue", "role": "casino supervisor"}
CARDS = "5H 9S 2C KD"


def seated(game: str = "star-baccarat", **options: Any) -> LiveEvening:
    """Ann and Ben have bet on Player."""
    evening = LiveEvening(game, **options)
    for place, player in enumerate(("ann", "ben"), start=1):
        evening.join(player, place)
        evening.bet(player, "player")
    return evening


def void_now(evening: LiveEvening) -> None:
    evening.card("5H")
    evening.ok("sanction-player", **SUE, player="ann", measures=["void"], offence=offence(evening),
               reason="a device")  # fmt: skip


def offence(evening: LiveEvening) -> str:
    rule = evening.table.conduct.general.sanction
    assert rule is not None
    return rule.offence


def void_later(evening: LiveEvening) -> None:
    evening.coup(CARDS)
    evening.ok("sanction-player", **SUE, player="ann", measures=["void"], offence=offence(evening),
               reason="a device", coup=1)  # fmt: skip


def barred_only(evening: LiveEvening) -> None:
    evening.card("5H")
    evening.ok("sanction-player", **SUE, player="ann", measures=["bar"], offence=offence(evening),
               reason="a device")  # fmt: skip


def invalid(evening: LiveEvening, **said: Any) -> None:
    evening.card("5H")
    fields = {"cause": "fraud", "reason": "as seen", "by_player": "ann", **said}
    evening.ok("invalidate-outcome", **SUE, **fields)


def forfeited(evening: LiveEvening) -> None:
    invalid(evening, refund=True, forfeit=True)


def refunded(evening: LiveEvening) -> None:
    invalid(evening, refund=True)


def kept(evening: LiveEvening) -> None:
    invalid(evening, refund=False, by_player=None)


def reversed_later(evening: LiveEvening) -> None:
    evening.coup(CARDS)
    evening.ok("invalidate-outcome", **SUE, cause="disturbance", reason="as seen", coup=1,
               refund=True)  # fmt: skip


def void_after_settlement(evening: LiveEvening) -> None:
    evening.deal(CARDS)
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    evening.ok("report-irregularity", **SUE, situation="cannot-rebuild")


def settlements_stand(original: Any) -> Any:
    return lambda table, clause, **more: original(table, clause, reverse=False)


def withdrawn(evening: LiveEvening) -> None:
    evening.ok("withdraw-wager", actor="ann", role="player", player="ann", on="player")


def taken_down(evening: LiveEvening) -> None:
    evening.coup(CARDS)
    evening.ok("report-irregularity", situation="wrong-deal", circumstances={"in_doubt": False},
               cards=["9S", "5H", "KD", "2C"])  # fmt: skip
    evening.ok("take-down", actor="ann", role="player", player="ann")


WAYS = [void_after_settlement, void_now, void_later, barred_only, forfeited, refunded, kept,
        reversed_later, withdrawn, taken_down]  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_an_honest_command_has_no_finding(way: Any) -> None:
    evening = seated()
    way(evening)
    assert evening.findings() == []


def nothing(original: Any) -> Any:
    return lambda *args, **more: ()


def nobody(original: Any) -> Any:
    return lambda *args, **more: []


def of_all(original: Any) -> Any:
    """Void the whole coup where one person's wagers are void."""
    return lambda table, command, clause: [void_wagers.void_coup(table, clause)]


def of_ben(original: Any) -> Any:
    def altered(table: Any, player: str, *args: Any, **more: Any) -> Any:
        return original(table, "ben", *args, **more)

    return altered


def always(original: Any) -> Any:
    return lambda *args, **more: True


def never(original: Any) -> Any:
    return lambda *args, **more: False


def no_refund(original: Any) -> Any:
    return lambda rule, power, command: (False, rule.refund)


def for_everyone(original: Any) -> Any:
    return lambda table, past, only, forfeits: original(table, past, None, forfeits)


def settled(evening: LiveEvening) -> None:
    evening.coup(CARDS)


def first_alone(original: Any) -> Any:
    return lambda stakes, heats: list(original(stakes, heats=heats))[:1]


def a_cent_more(original: Any) -> Any:
    return lambda round_: {key: amount + 1 for key, amount in original(round_).items()}


@pytest.mark.parametrize(
    ("way", "where", "name", "fault", "found"),
    [
        (settled, clearance, "wagers_in", first_alone, "wrong-books"),
        (settled, clearance, "_staked", a_cent_more, "wrong-books"),
        (void_after_settlement, coups, "void_coup", settlements_stand, "wrong-undoing"),
        (void_now, sanctions, "_voided", nobody, "wrong-void"),
        (void_now, sanctions, "_voided", of_all, "wrong-void"),
        (void_now, sanctions, "void_in_deal", of_ben, "wrong-void"),
        (void_later, sanctions, "_voided", nobody, "wrong-void"),
        (void_later, coups, "_due", for_everyone, "wrong-undoing"),
        (forfeited, invalidation, "_forfeit", never, "wrong-forfeit"),
        (refunded, invalidation, "_forfeit", always, "wrong-forfeit"),
        (forfeited, invalidation, "_forfeited", nothing, "wrong-forfeit"),
        (kept, invalidation, "_forfeited", nothing, "wrong-forfeit"),
        (refunded, invalidation, "_refund", no_refund, "wrong-refund"),
        (reversed_later, invalidation, "_refund", no_refund, "wrong-refund"),
        (taken_down, offers, "own_wagers",
         lambda original: lambda table, player, *where: original(table, "ben", *where),
         "wrong-stake"),
    ],
)  # fmt: skip
def test_a_fault_in_what_a_command_does_is_found(
    monkeypatch: pytest.MonkeyPatch, way: Any, where: Any, name: str, fault: Any, found: str
) -> None:
    monkeypatch.setattr(where, name, fault(getattr(where, name)))
    evening = seated()
    way(evening)
    assert any(f" {found}" in each for each in evening.findings()), evening.findings()
