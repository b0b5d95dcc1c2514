"""Rows of which there is one in the house, taken away or put back: the log knows better."""

from pathlib import Path

import msgspec
import pytest

from compliance.nights import audited, typed
from sabot.audit.claims import verify_house
from sabot.cli import main
from sabot.core.refusal import Refusal
from sabot.floor import Floor
from sabot.parts.statements import RefuseStatement
from sabot.people import Hashing, People
from sabot.people.names.sign_in_names import NAME, name_claims
from sabot.people.persons.oversight import ChangeRole
from sabot.store import Store, Swap, export_lines, import_lines, open_store
from store.test_forged import GOOD, an_account, do, edited

MANAGER = {"actor": "dylan", "role": "duty manager"}
CASHIER = {"actor": "cass", "role": "cashier"}
CARD = {"do": "issue-player-card", "card": "4711", **CASHIER}

SECOND = {"actor": "vera", "role": "casino supervisor"}
CONFIRM = {"do": "confirm-statement", "reason": "seen", **SECOND}


def card_for_bob(floor: Floor) -> str:
    """Return bob's answer when he asks for alice's card."""
    command = floor.read(msgspec.json.encode({**CARD, "id": "c2", "stream": "player:bob"}))
    rejected = floor.do("", command).rejected
    return "" if rejected is None else rejected.code


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Alice has a Player Card, something waits for a second person, and a dealer has a name."""
    path = tmp_path / "casino.db"
    with open_store(str(path)) as store:
        floor = Floor(store)
        an_account(floor)
        do(floor, id="c1", stream="player:alice", **CARD)
        do(floor, id="y1", stream="player:alice", number=1, **CONFIRM)
        do(floor, id="b", do="open-account", player="bob", stream="player:bob", **MANAGER)
        cash = {**CASHIER, "method": "cash", "reference": "2"}
        do(floor, id="d", do="deposit", amount="900000", stream="player:bob", **cash)
        people = People(store, hashing=Hashing(memory=8))
        people.add("dora", GOOD, "dealer", "console", "Dora Lane")
        people.callings.rename("dora", "Dora Field", "she has married", "console")
        assert store.expiring_rows_of("waiting") and not list(verify_house(store))
    return path


def kinds(store: Store, mend: bool = False) -> list[str]:
    return [flaw.kind for flaw in verify_house(store, mend=mend)]


def test_a_change_of_rights_that_waits_is_no_flaw(path: Path) -> None:
    """Rights have no row: changes of rights are found by the person's name."""
    with open_store(str(path)) as store:
        people = People(store, hashing=Hashing(memory=8))
        asked = ChangeRole(id="1", actor="abe", role="administrator", to="cashier")
        people.oversight.state("dora", asked)
        assert kinds(store) == []
        no = RefuseStatement(id="2", actor="abe", role="administrator", number=1, reason="no")
        people.oversight.refuse("dora", no)
        assert kinds(store) == []


def test_claims_that_were_taken_away_are_found_and_written_anew(path: Path) -> None:
    with open_store(str(path)) as store:
        names = store.expiring_rows_of(NAME)
        assert len(names) > len(name_claims("dora"))
    edited(path, "DELETE FROM passing WHERE kind IN ('card-digest', 'waiting', 'name')")
    with open_store(str(path)) as store:
        assert kinds(store) == ["lost-claim"] * (2 + len(names))
        assert main(["verify", str(path), "--mend"]) == 1
        assert not kinds(store) and store.expiring_rows_of(NAME) == names
        assert card_for_bob(Floor(store)) == "card-taken"
        with pytest.raises(Refusal, match="DORA"):
            People(store, hashing=Hashing(memory=8)).add("DORA", GOOD, "dealer", "console")
        assert [*store.expiring_rows_of("waiting")] == ["player:bob"]


def test_a_claim_that_was_put_back_is_found_and_taken_away(path: Path) -> None:
    with open_store(str(path)) as store:
        assert store.swap(Swap("tournament-seat", "alice", None, b"cup"))
        assert kinds(store, mend=True) == ["spare-claim"] and not kinds(store)


def test_what_waits_for_a_person_has_no_row(path: Path) -> None:
    """The people's pages read it from the person."""
    change = ChangeRole(id="r", actor="abe", role="administrator", to="cashier")
    with open_store(str(path)) as store:
        People(store, hashing=Hashing(memory=8)).oversight.state("dora", change)
        assert not kinds(store) and [*store.expiring_rows_of("waiting")] == ["player:bob"]


def test_a_log_that_cannot_be_believed_mends_nothing(path: Path) -> None:
    edited(
        path,
        "DELETE FROM passing WHERE kind = 'card-digest'",
        "DELETE FROM event WHERE stream = 'player:bob' AND seq = 2",
    )
    with open_store(str(path)) as store:
        found = kinds(store, mend=True)
        assert "broken-chain" in found and "lost-claim" not in found
        assert not store.expiring_rows_of("card-digest")


def audited_codes(store: Store) -> list[tuple[str, str | None]]:
    return [(found.finding, found.stream) for found in audited(export_lines(store))]


def test_a_card_that_was_issued_twice_is_found_by_audit_and_verify(path: Path) -> None:
    """A forger who can write to the file but has no key takes the row away, and asks again."""
    edited(path, "DELETE FROM passing WHERE kind = 'card-digest'")
    with open_store(str(path)) as store:
        assert audited_codes(store) == [] and card_for_bob(Floor(store)) == ""
        assert audited_codes(store) == [("claimed-by-two", "player:bob")]
        assert kinds(store) == ["claimed-by-two", "lost-claim"], "the first owner's is lost"


def test_a_voucher_that_was_used_twice_is_found_by_audit_and_verify() -> None:
    played = typed("star-baccarat")
    voucher = {"player": "alice", "amount": "50", "conditions": "one wager", "number": "V-77"}
    played.do("exchange-voucher", **voucher)
    ((name, owner),) = played.store.expiring_rows_of("voucher").items()
    for _ in range(3):
        assert played.store.swap(Swap("voucher", name, owner, None))
        played.do("exchange-voucher", **voucher)
    codes = ["claimed-twice"] * 3
    assert [code for code, _ in audited_codes(played.store)] == codes
    assert kinds(played.store) == codes


def test_what_a_copy_claims_is_written_when_it_is_opened_to_decide(path: Path) -> None:
    with open_store(str(path)) as first, open_store("sqlite://") as store:
        import_lines(store, export_lines(first))
        assert not store.expiring_rows_of("card-digest")
        Floor(store)
        assert not kinds(store) and store.expiring_rows_of(NAME) == first.expiring_rows_of(NAME)
        assert store.expiring_rows_of("card-digest") == first.expiring_rows_of("card-digest") != {}


def test_a_copy_has_another_card_key_so_that_its_cards_are_issued_again(path: Path) -> None:
    """An export has digests without their key: its reader cannot try numbers."""
    with open_store(str(path)) as first, open_store("sqlite://") as store:
        import_lines(store, export_lines(first))
        floor = Floor(store)
        assert card_for_bob(floor) == "", "alice's card is unknown here"
        again = {**CARD, "do": "cancel-player-card", "stream": "player:alice", "reason": "a copy"}
        shown_as = {"card": "…11", "actor": "gus", "role": "gaming supervisor"}
        do(floor, id="c9", **{**again, **shown_as})
        assert floor.account("alice").card is None
        assert card_for_bob(Floor(first)) == "card-taken"


def test_a_copy_is_verified_though_nobody_has_opened_it_to_decide(path: Path) -> None:
    with open_store(str(path)) as first, open_store("sqlite://") as store:
        import_lines(store, export_lines(first))
        assert not kinds(store) and store.expiring_rows_of("card-digest")


@pytest.mark.parametrize("spelled", ["V-77", "v-77", "V 77", " v77", "\uff3677"])
def test_a_voucher_spelled_otherwise_is_the_same(spelled: str) -> None:
    """Two who count it see the same slip of paper."""
    played = typed("star-baccarat")
    voucher = {"player": "alice", "amount": "50", "conditions": "one wager"}
    played.do("exchange-voucher", number="V-77", **voucher)
    played.say("exchange-voucher", number=spelled, **voucher)
    vera = ("vera", "casino supervisor")
    assert played.no("confirm-statement", *vera, number=2, reason="seen") == "used"
    played.say("refuse-statement", *vera, number=2, reason="exchanged before")
    assert audited(played.lines()) == []


def test_nobody_sits_here_twice_under_two_spellings() -> None:
    played = typed("star-baccarat")
    assert played.no("join-table", player="Alice", chips="10", place=2, card="2") == "already-here"
    played.say("join-table", player="alicia", chips="10", place=2, card="2")
