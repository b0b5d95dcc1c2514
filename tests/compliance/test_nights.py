"""Honest logs: lawful play is found in order."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from compliance.nights import (
    Json,
    Night,
    audited,
    find,
    forged,
    kinds,
    large,
    night,
    typed,
)
from games import GAMES
from sabot.audit.audit import Audit
from sabot.core.refusal import Refusal
from sabot.store import Signer, Witness, open_store
from sabot.table.betting.wagers import PlaceWager


@pytest.mark.parametrize("game", GAMES)
def test_a_night_is_clean(game: str) -> None:
    audit = Audit()
    lines = night(game, 40)
    found = [finding for line in lines for finding in audit.take(line)]
    assert [*found, *audit.end()] == []
    assert (audit.counted["events"], audit.counted["coups"]) == (len(lines), 40)


@pytest.mark.parametrize("game", GAMES)
def test_cards_typed_in_are_clean_too(game: str) -> None:
    assert audited(typed(game).coups(2).lines()) == []


def test_a_coup_that_is_not_over_is_no_finding() -> None:
    lines = night("star-baccarat")
    assert audited(lines[:20]) == []


def with_accounts() -> Night:
    """Carol comes from her account, plays, leaves, and comes again."""
    played = Night("star-baccarat")
    played.account("open-account", "carol", player="carol")
    played.account("issue-player-card", "carol", card="C1")
    played.account("deposit", "carol", amount="5000", method="cash", reference="slip 1")
    for _ in range(2):
        own = {"player": "carol", "card": "C1"}
        played.do("join-table", "carol", "player", chips="1000", place=5, **own)
        played.do("place-wager", "carol", "player", player="carol", on="player", amount="100")
        played.coup()
        played.do("leave-table", player="carol")
    return played


def test_visits_from_an_account_are_clean() -> None:
    lines = with_accounts().lines()
    assert audited(lines) == []
    assert any(b'"stream":"player:carol"' in line for line in lines)


def test_an_account_and_its_table_must_agree() -> None:
    lines = with_accounts().lines()

    def richer(events: list[dict[str, object]]) -> None:
        for event in events:
            if event["what"] == "visit-closed/1":
                event["chips"] += 500  # type: ignore[operator]
                event["moves"][0]["amount"] += 500  # type: ignore[index]
                event["do"]["chips"] = f"{event['chips'] // 100}.00"  # type: ignore[index,operator]
                return

    assert kinds(audited(forged(lines, richer))) == {"wrong-visit"}
    gone = [line for line in lines if b'"stream":"player:' not in line]
    assert kinds(audited(gone)) == {"no-visit", "wrong-total"}
    unseen = [line for line in lines if b'"stream":"table:' not in line]
    assert kinds(audited(unseen)) == {"no-visit"}


def test_an_account_is_decided_again() -> None:
    lines = with_accounts().lines()

    def poorer(events: list[dict[str, object]]) -> None:
        for event in events:
            if event["what"] == "deposited/1":
                event["do"]["amount"] = "5"  # type: ignore[index]
                event["counted"] = 500
                event["moves"][0]["amount"] = 500  # type: ignore[index]

    assert {"should-be-rejected", "negative-balance"} <= kinds(audited(forged(lines, poorer)))


@pytest.mark.parametrize(
    "forge",
    [
        {"role": "player", "actor": "carol", "method": "eftpos"},
        {"role": "dealer", "actor": "dan"},
        {"amount": "50000", "cage": {"above": 10_000_00, "day": "2026-03-15"}},
    ],
)
def test_a_deposit_that_nobody_confirmed_is_found(forge: Json) -> None:
    lines = with_accounts().lines()

    def alone(events: list[Json]) -> None:
        for event in events:
            if event["what"] == "deposited/1":
                event["do"] |= forge
                event["by"], event["method"] = event["do"]["actor"], event["do"]["method"]
                amount = int(event["do"]["amount"]) * 100
                event["counted"] = event["moves"][0]["amount"] = event["alone"] = amount

    assert "not-confirmed" in kinds(audited(forged(lines, alone)))


def test_another_threshold_than_the_cage_s_is_found() -> None:
    lines = with_accounts().lines()

    def higher(events: list[Json]) -> None:
        for event in events:
            if event["what"] == "deposited/1":
                event["do"]["cage"]["above"] = 99_000_000

    assert kinds(audited(forged(lines, higher))) == {"wrong-threshold"}


def test_events_carry_what_their_command_came_through() -> None:
    played = Night("star-baccarat", feed="virtual")
    own: Json = {"id": "v", "actor": "alice", "role": "player", "via": "session:0123456789abcdef"}
    wager = PlaceWager(**own, player="alice", on="player", amount="10")
    played.floor.do(played.name, wager)
    lines = played.lines()
    assert json.loads(lines[-1])["via"] == own["via"] and audited(lines) == []
    another = [line.replace(b"session:0", b"session:9") for line in lines]
    assert kinds(audited(forged(another, lambda events: None))) == set()

    def unsaid(events: list[Json]) -> None:
        events[-1]["do"]["via"] = events[-1].pop("via")

    assert kinds(audited(forged(lines, unsaid))) == {"not-as-written"}
    with pytest.raises(Refusal, match="came through"):
        played.floor.read(json.dumps({**own, "do": "place-wager", "player": "alice"}
                                     | {"on": "player", "amount": "10"}))  # fmt: skip


def reported(days: int | None) -> Night:
    """A wrong payment that the regulator hears of so many days later, if at all; play goes on."""
    played = large().coups(1)
    played.do("find-mispayment", of="wager", coup=1, amount="2000", over=True, player="alice",
              note="counted")  # fmt: skip
    for number, due in enumerate(played.table.notices.due.values(), 1):
        played.now += timedelta(days=days or 0)
        if days is not None:
            played.do("give-notice", number=number, channel=f"letter to the {due.to}")
    played.now += timedelta(days=40)
    return played.coups(1)


def test_a_notice_in_time_is_clean() -> None:
    played = reported(1)
    assert played.table.notices.due
    assert audited(played.lines()) == []


def test_a_notice_given_late_is_found() -> None:
    found = audited(reported(40).lines())
    assert kinds(found) == {"notice-late"} and all(each.clause for each in found)


def test_a_notice_never_given_is_found() -> None:
    found = audited(reported(None).lines())
    assert kinds(found) == {"notice-not-given"} and all(each.clause for each in found)


def test_a_notice_cut_out_of_the_log_is_found() -> None:
    def skipped(events: list[dict[str, object]]) -> None:
        events[:] = [event for event in events if event["what"] != "notice-given/1"]

    assert "notice-not-given" in kinds(audited(forged(reported(1).lines(), skipped)))


def test_several_tables_in_one_log() -> None:
    store = open_store("sqlite://")
    nights = [Night(game, game, store) for game in ("star-baccarat", "star-lucky-draw")]
    for _ in range(3):
        for played in nights:
            played.coup()
    lines = nights[0].lines()
    assert audited(lines) == []

    def robbed(events: list[dict[str, object]]) -> None:
        for event in events:
            if event["what"] == "wagers-settled/1" and event["stream"] == "table:star-baccarat":
                event["moves"][0]["amount"] += 1  # type: ignore[index]
                return

    bad = forged(lines, robbed)
    assert kinds(audited(bad, only="star-lucky-draw")) == set()
    assert "wrong-payment" in kinds(audited(bad, only="star-baccarat"))


def test_a_witness_sees_what_no_chain_shows(tmp_path: Path) -> None:
    from sabot.audit.chain import checkpoints

    played = Night("star-baccarat").coups(2)
    signer, witness = Signer(tmp_path / "key"), Witness(tmp_path / "witness")
    played.store.checkpoint(signer, witness)
    lines = played.lines()
    assert list(checkpoints(witness.lines(), lines, signer.key)) == []
    cut = lines[:-15]  # a whole coup
    assert audited(cut) == []
    assert "cut-tail" in kinds(checkpoints(witness.lines(), cut, signer.key))


def test_a_stack_renewed_in_the_middle_of_a_coup() -> None:
    """A device fails, and the coup is finished from a card shoe: what came out before belongs to
    the old order, what comes after to the new one."""
    played = Night("star-baccarat", source="device", face="down").coups(1)
    played.do("place-wager", "alice", "player", player="alice", on="player", amount="100")
    played.do("no-more-bets")
    played.deal()
    played.do("report-irregularity", "sue", "casino supervisor", situation="device-without-spare",
              circumstances={"damaged": False}, note="smoke")  # fmt: skip
    assert any(b'"what":"stack-renewed/1"' in line for line in played.lines())
    played.do("keep-wagers", "alice", "player", player="alice")
    played.do("resume-play", "sue", "casino supervisor")
    played.do("cut-cards", depth=100, from_back=52, declined=list(played.table.patrons))
    played.do("burn-cards")
    played.finish()
    assert audited(played.lines()) == []


def test_a_card_from_behind_the_cutting_card_is_found() -> None:
    """The log has the place of the cutting card: a card taken from behind it is a finding."""
    played = typed("star-baccarat")
    played.do("shuffle", "sue", "casino supervisor", reason="fresh cards")
    played.do("cut-cards", depth=100, from_back=408, declined=list(played.table.patrons))
    played.do("burn-cards")  # seven cards, then the cutting card
    for cards in (("4S", "KH", "5D", "2C"), ("4H", "KD", "5C")):
        played.do("place-wager", "alice", "player", player="alice", on="player", amount="100")
        played.do("no-more-bets")
        for card in cards:
            played.do("deal-card", card=card)
        if len(cards) == 4:
            played.finish()
    assert played.no("deal-card", card="2D") == "cutting-card"
    played.do("deal-card", card="2D", cutting_card=True)
    assert audited(played.lines()) == []

    def one_card_further_in(events: list[Json]) -> None:
        cut = find(events, "cards-cut", 1)
        cut["from_back"] = cut["do"]["from_back"] = 409

    found = kinds(audited(forged(played.lines(), one_card_further_in)))
    assert found, "the seventh card comes from behind it now"
