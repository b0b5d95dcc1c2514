"""Papers that are used once in the casino: payments, slips of the cage, entry forms."""

import itertools
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from compliance.nights import audited
from sabot.audit.claims import verify_house
from sabot.engine.live import Answer
from sabot.floor import Floor
from sabot.store import Store, Swap, export_lines, open_store
from support.accounts import opened
from support.evening import SIGN

CASS = {"actor": "cass", "role": "cashier"}
COLIN = {"actor": "colin", "role": "cashier"}
SUE = {"actor": "sue", "role": "casino supervisor"}
VERA = {"actor": "vera", "role": "casino supervisor"}
TABLES = ("T1", "T2")
_ids = itertools.count(1)


def said(floor: Floor, do: str, who: dict[str, str], table: str = "", **fields: Any) -> Answer:
    command = {"id": f"paper {next(_ids)}", "do": do, **who, **fields}
    return floor.do(table, floor.read(msgspec.json.encode(command)))


def refused(answer: Answer) -> str:
    """The sentence of a refusal."""
    assert answer.rejected is not None
    return answer.rejected.message


@pytest.fixture
def floor() -> Iterator[Floor]:
    with open_store("sqlite://") as store:
        floor = opened(store, "alice", "bob")
        for table in TABLES:
            opening = {"rulebook": "star-baccarat", "sign": SIGN, "feed": "typed"}
            assert said(floor, "open-table", SUE, table, **opening).rejected is None
            assert said(floor, "open-float", SUE, table, amount="1000000").rejected is None
        yield floor


def deposit(floor: Floor, player: str, reference: str, **more: Any) -> Answer:
    fields = {"amount": "50", "method": "cash", "reference": reference, **more}
    return said(floor, "deposit", CASS, stream=f"player:{player}", **fields)


@pytest.mark.parametrize("again", ["slip 41", "SLIP-41", " slip  4 1"])
def test_a_payment_is_used_once_in_the_casino(floor: Floor, again: str) -> None:
    """Use one reference for three players."""
    assert deposit(floor, "alice", "slip 41").rejected is None
    for player in ("alice", "bob"):
        answer = deposit(floor, player, again)
        assert answer.rejected is not None and answer.rejected.code == "used-payment"
        assert "was used before, for alice" in refused(answer)
    assert floor.account("bob").balance == 0
    assert deposit(floor, "bob", "slip 42").rejected is None
    assert deposit(floor, "bob", "slip 41", method="cheque").rejected is None, "another payment"


@pytest.mark.parametrize("none", ["--", "---", " . ", "\u200b"])
def test_signs_alone_are_no_number_of_a_paper(floor: Floor, none: str) -> None:
    """Two dashes and three dashes were two payments."""
    assert refused(deposit(floor, "alice", none)).startswith("Give the payment's reference")
    filled = said(floor, "fill", SUE, "T1", amount="5", slip=none)
    assert refused(filled).startswith("Give the number of the slip")
    assert deposit(floor, "alice", "-4-").rejected is None


def test_a_request_with_a_used_payment_cannot_be_confirmed(floor: Floor) -> None:
    assert deposit(floor, "alice", "E 7", method="eftpos").rejected is None
    bob = {"actor": "bob", "role": "player", "stream": "player:bob"}
    asked = {"amount": "50", "method": "eftpos", "reference": "e7"}
    assert said(floor, "deposit", bob, **asked).rejected is None
    yes: Any = {"number": 1, "reason": "seen", "stream": "player:bob"}
    assert "for alice" in refused(said(floor, "confirm-statement", CASS, **yes))
    assert floor.account("bob").balance == 0 and 1 in floor.account("bob").statements.pending


def moves_chips(floor: Floor, do: str, table: str, slip: str, second: Any = CASS) -> Answer:
    """A slip that the pit states and a second person signs."""
    stated = said(floor, do, SUE, table, amount="400000", slip=slip)
    if stated.rejected is not None:
        return stated
    number = max(floor.table(table).statements.pending)
    return said(floor, "confirm-statement", second, table, number=number, reason="counted")


@pytest.mark.parametrize("do", ["fill", "credit"])
def test_chips_move_on_a_slip_that_cage_and_pit_have_signed(floor: Floor, do: str) -> None:
    """A supervisor alone moved $1.2 M of float credits."""
    before = floor.table("T1").balances
    assert said(floor, do, SUE, "T1", amount="400000", slip="S 1").rejected is None
    assert floor.table("T1").balances == before, "nothing has moved yet"
    yes = {"number": 1, "reason": "counted"}
    for who in (SUE, VERA, {**SUE, "role": "cashier"}):
        assert said(floor, "confirm-statement", who, "T1", **yes).rejected is not None
    assert said(floor, "confirm-statement", CASS, "T1", **yes).rejected is None
    assert floor.table("T1").balances != before


def test_a_slip_is_used_once_at_all_tables(floor: Floor) -> None:
    assert moves_chips(floor, "credit", "T1", "C 1").rejected is None
    for table, do, slip in (("T1", "credit", "C 1"), ("T2", "credit", "c1"), ("T2", "fill", "C-1")):
        answer = moves_chips(floor, do, table, slip, COLIN)
        assert answer.rejected is not None and answer.rejected.code == "used-slip"
        assert "was used before, at T1" in refused(answer)
    assert moves_chips(floor, "credit", "T2", "C 2").rejected is None
    assert said(floor, "fill", SUE, "T1", amount="5", slip=" ").rejected.code == "no-slip"  # type: ignore[union-attr]


def test_a_paper_that_was_used_twice_is_found_by_audit_and_verify(floor: Floor) -> None:
    """A forger who can write to the file but has no key takes the row away, and uses the paper
    again."""
    store: Store = floor.store
    for _ in range(2):
        assert deposit(floor, "alice", "slip 41").rejected is None
        assert moves_chips(floor, "credit", "T1", "C 1").rejected is None
        rows = {kind: store.expiring_rows_of(kind) for kind in ("payment-reference", "float-slip")}
        for kind, there in rows.items():
            assert store.swap(*(Swap(kind, name, owner, None) for name, owner in there.items()))
    found = [each.finding for each in audited(export_lines(store))]
    assert found == ["claimed-twice"] * 2
    assert [flaw.kind for flaw in verify_house(store)] == [
        "claimed-twice", "claimed-twice", "lost-claim", "lost-claim",
    ]  # fmt: skip
