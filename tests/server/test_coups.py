"""Past coups: rows that add up, replays that show a player their own and staff everything."""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from sabot.audit.protocol import Dealt, Money, Protocol, ProtocolEntry
from sabot.core.refusal import Refusal
from sabot.engine.ledger import FLOAT
from sabot.sentences.words import told
from sabot.server.tables.archive import Archive
from sabot.server.tables.coups import own_protocol, shoe_of
from server.harness import House, running

TABLE = "mini"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("coups")) as house:
        house.prepare(TABLE)
        house.sit(TABLE, "alice")
        house.sit(TABLE, "bob")
        for number in range(5):
            house.done(TABLE, "alice", "place-wager", player="alice", on="player", amount="20")
            if number % 2:
                house.done(TABLE, "bob", "place-wager", player="bob", on="banker", amount="40")
            house.play(TABLE)
        yield house


def test_a_player_has_their_own_coups(house: House) -> None:
    rows = house.ask("bob", "GET", f"/api/tables/{TABLE}/coups").json()
    assert [row["coup"] for row in rows] == [4, 2]
    assert all(row["staked"] == 4000 for row in rows)
    assert house.ask("chen", "GET", f"/api/tables/{TABLE}/coups").json() == []


def test_staff_has_every_coup_page_by_page(house: House) -> None:
    rows = house.ask("ines", "GET", f"/api/tables/{TABLE}/coups?limit=2").json()
    assert [row["coup"] for row in rows] == [5, 4]
    more = house.ask("ines", "GET", f"/api/tables/{TABLE}/coups?before=4&limit=9").json()
    assert [row["coup"] for row in more] == [3, 2, 1]
    assert rows[1]["staked"] == 6000
    assert house.ask("ines", "GET", f"/api/tables/{TABLE}/coups?limit=0").status_code == 400


def test_the_rows_are_what_the_accounts_say(house: House) -> None:
    rows = house.ask("alice", "GET", f"/api/tables/{TABLE}/coups").json()
    won = sum(row.get("returned", 0) - row["staked"] for row in rows)
    assert house.see(TABLE, "alice")["you"]["balance"] == 500_000 + won


def test_a_replay_shows_a_player_their_own_stakes(house: House) -> None:
    own = house.ask("bob", "GET", f"/api/tables/{TABLE}/coups/2").json()
    whole = house.ask("ines", "GET", f"/api/tables/{TABLE}/coups/2").json()
    assert own["replay"]
    assert whole["replay"]
    assert own["cards"] == whole["cards"]
    assert {each["player"] for each in own["settlement"]} == {"bob"}
    assert {each["place"] for each in own["money"]} == {"bob"}
    assert {each["player"] for each in whole["settlement"]} == {"alice", "bob"}
    assert len(own["entries"]) < len(whole["entries"])


@pytest.mark.parametrize("number", ["0", "99", "x", "-1", "1.5", "9" * 12])
def test_there_is_no_such_coup(house: House, number: str) -> None:
    for who in ("alice", "ines"):
        answer = house.ask(who, "GET", f"/api/tables/{TABLE}/coups/{number}")
        assert answer.status_code == 404
        assert answer.json()["error"]["code"] == "unknown-coup"


def test_a_coup_that_is_not_over_is_not_replayed_to_players(house: House) -> None:
    house.done(TABLE, "alice", "place-wager", player="alice", on="player", amount="20")
    number = house.see(TABLE)["table"]["coup"]["number"]
    assert house.ask("alice", "GET", f"/api/tables/{TABLE}/coups/{number}").status_code == 404
    assert house.ask("ines", "GET", f"/api/tables/{TABLE}/coups/{number}").status_code == 200
    house.done(TABLE, "alice", "withdraw-wager", player="alice", on="player")


def test_a_replay_from_a_kept_place_is_the_replay_from_the_start(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, store = Archive(house.casino.store, TABLE), house.casino.store
    whole = {number: archive.protocol(number) for number in range(1, 6)}
    monkeypatch.setattr("sabot.store.backends.sqlite.MARK_EVERY", 7)
    for after in range(1, store.head(f"table:{TABLE}").seq, 5):
        kept = msgspec.msgpack.encode(archive._table_at(after))
        store.keep_snapshot(f"table:{TABLE}", after, kept)
    assert {number: archive.protocol(number) for number in range(1, 6)} == whole


@pytest.mark.parametrize("stride", [1, 7, 40])
def test_the_past_is_the_same_however_it_is_read(
    house: House, monkeypatch: pytest.MonkeyPatch, stride: int
) -> None:
    archive = Archive(house.casino.store, TABLE)
    asked = [(before, limit, player) for before in (None, 6, 4, 2, 1) for limit in (1, 3, 50)
             for player in (None, "alice", "bob", "chen")]  # fmt: skip
    whole = [archive.coups(*each) for each in asked]
    assert [row.coup for row in whole[8]] == [5, 4, 3, 2, 1]
    monkeypatch.setattr("sabot.server.tables.archive.STRIDE", stride)
    assert [archive.coups(*each) for each in asked] == whole


def test_peeking_shows_only_what_was_handed_to_you(house: House) -> None:
    for who in ("alice", "bob"):
        assert house.ask(who, "GET", f"/api/tables/{TABLE}/peek").json() == []
    assert house.ask("dora", "GET", f"/api/tables/{TABLE}/peek").status_code == 403


def test_the_holder_of_a_hand_peeks_and_nobody_else(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    method = {"star-baccarat": {"method": "B", "face": "down"}}
    with running(tmp_path_factory.mktemp("peek"), options=method) as house:
        house.prepare("baccarat")
        house.sit("baccarat", "alice", place=1)
        house.sit("baccarat", "bob", place=2)
        house.done("baccarat", "alice", "place-wager", player="alice", on="player", amount="100")
        house.done("baccarat", "bob", "place-wager", player="bob", on="player", amount="20")
        while not house.see("baccarat", "alice")["you"].get("held"):
            assert house.step("baccarat") is not None
        held = house.see("baccarat", "alice")["you"]["held"][0]
        peeked = house.ask("alice", "GET", "/api/tables/baccarat/peek").json()
        assert [each["slot"] for each in peeked] == held["slots"]
        assert house.ask("bob", "GET", "/api/tables/baccarat/peek").json() == []
        house.done("baccarat", "alice", "expose-cards", hand=held["hand"])
        hands = house.see("baccarat", "bob")["table"]["hands"]
        shown = {c["slot"]: c["card"] for hand in hands for c in hand["cards"] if c.get("up")}
        assert all(shown[each["slot"]] == each["card"] for each in peeked)


def test_a_replay_tells_a_player_nothing_of_others() -> None:
    """No Loss Limit, debt, unseen card or dealer is shown; and a display name cannot pass for the
    float."""
    said: dict[str, dict[str, Any]] = {
        "coup-started": {
            "number": 1, "face": "down", "cuts": [{"sequence": 2, "live": 500, "clause": "7.7"}],
        },
        "card-dealt": {"card": "9S", "hand": "player"},
        "coup-rebuilt": {"slots": [{"hand": "player", "card": "9S", "up": False}]},
        "coup-voided": {"returned": [1, 2], "short": {"bob": 500}},
        "coup-reversed": {"number": 1, "absent": {"bob": 500}},
        "coup-ended": {"number": 1, "void": "9.1"},
    }  # fmt: skip
    at = datetime(2026, 1, 1, tzinfo=UTC)
    entries = tuple(
        ProtocolEntry(seq, at, "dora", f"{what}/1", said.en, None, said.words)
        for seq, (what, fields) in enumerate(said.items())
        for said in [told(what, fields)]
    )
    assert "$5.00" in entries[0].text and "9♠" in entries[1].words["zh"]
    whole = Protocol(
        "mini", 1, "a book", "its edition", None, True, entries, (),
        (Dealt(1, "player", "9S", "3.1"),), (),
        (Money(FLOAT, "chips", 1, 2), Money("alice", "chips", 3, 4)),
    )  # fmt: skip
    own = own_protocol(whole, "alice")
    assert [each.text for each in own.entries] == [
        "Coup 1 begins, dealt face down.",
        "A card face down to Player.",
        "The coup is rebuilt.",
        "The coup is void.",
        "The coup is reversed.",
        "Coup 1 is over, void by clause 9.1.",
    ]
    assert [each.words["zh"] for each in own.entries] == [
        "第 1 局開始，暗牌派牌。",
        "閒：一張暗牌。",
        "重組本局。",
        "本局作廢。",
        "撤銷此局。",
        "第 1 局結束，依第 9.1 條作廢。",
    ]
    assert {each.by for each in own.entries} == {""}
    assert own.cards == (Dealt(1, "player", None, "3.1"),)
    assert own.money == (Money("alice", "chips", 3, 4),)
    assert own_protocol(whole, FLOAT).money == ()


# The shoe of a coup, last: the cards are shuffled anew


def shoe(house: House, who: str, coup: int = 2) -> Any:
    return house.ask(who, "GET", f"/api/tables/{TABLE}/coups/{coup}/shoe").json()


def test_each_coup_is_tied_to_what_bound_the_house(house: House) -> None:
    """The order is hidden while the shoe is in use; afterwards all users can check it."""
    early = shoe(house, "bob")
    assert early["order"] is None and early["salt"] is None
    assert len(early["digest"]) == 64 and early["depth"] is None and len(early["cards"]) >= 4
    house.done(TABLE, "dylan", "shuffle", reason="a fresh stack")
    for coup in range(1, 6):
        late = shoe(house, "alice", coup)
        assert late["digest"] == early["digest"]
        text = f"sabot stack 1\n{late['salt']}\n{late['order']}\n"
        assert hashlib.sha256(text.encode()).hexdigest() == late["digest"]
        order, cut = late["order"].split(), late["depth"]
        assert cut >= 52
        for each in late["cards"]:
            assert order[(each["position"] + cut) % len(order)] == each["card"]
    assert late["cards"] == shoe(house, "ines", 5)["cards"]
    missing = house.ask("alice", "GET", f"/api/tables/{TABLE}/coups/99/shoe")
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "unknown-coup")


def test_real_cards_bind_nobody() -> None:
    nothing = Protocol(TABLE, 1, "b", "e", None, True, (), (), (), (), ())
    with pytest.raises(Refusal, match="real ones"):
        shoe_of(nothing, [], None)
