"""The PIN of an account: set, typed at the desk, mistyped, locked; and the player's own word."""

import itertools
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from compliance.nights import audited, find, forged, kinds
from sabot.accounts.pin import MOST_A_DAY, MOST_MISSES, check_pin
from sabot.audit.claims import verify_house
from sabot.core.refusal import Refusal
from sabot.engine.live import Answer
from sabot.floor import Floor
from sabot.store import export_lines, open_store
from support.accounts import funded

CASS = {"actor": "cass", "role": "cashier"}
COLIN = {"actor": "colin", "role": "cashier"}
ALICE = {"actor": "alice", "role": "player"}
MALLORY = {"actor": "mallory", "role": "player"}
RIGHT, WRONG = "739105", "739106"
_ids = itertools.count(1)


def say(floor: Floor, do: str, who: dict[str, str], **fields: Any) -> Answer:
    said = {"id": f"p{next(_ids)}", "do": do, "stream": "player:alice", **who, **fields}
    return floor.do("", floor.read(msgspec.json.encode(said)))


def no(answer: Answer) -> str:
    assert answer.rejected is not None, answer
    return answer.rejected.code


def pay(floor: Floor, amount: str = "50", **fields: Any) -> Answer:
    """A cashier pays out, with the player's card on the desk."""
    slip = {"reference": f"slip {next(_ids)}", "card": "C 1"}
    return say(floor, "withdraw", CASS, amount=amount, **{**slip, **fields})


def yes(floor: Floor, who: dict[str, str]) -> Answer:
    number = max(floor.account("alice").statements.pending)
    return say(floor, "confirm-statement", who, number=number, reason="so it is")


def balance(floor: Floor) -> int:
    return floor.account("alice").balance


@pytest.fixture
def floor() -> Iterator[Floor]:
    with open_store("sqlite://") as store:
        floor = Floor(store)
        funded(floor, "alice", "20000", "C 1")
        yield floor


def secret(floor: Floor) -> bool:
    """Return True if no PIN is in the log or in a row of the store, and the log is clean."""
    lines = [*export_lines(floor.store)]
    assert audited(lines) == [] and not [*verify_house(floor.store)]
    return not any(pin.encode() in line for line in lines for pin in (RIGHT, WRONG))


def test_a_cashier_with_the_card_alone_takes_nothing_out(floor: Floor) -> None:
    """The card was all that a withdrawal needed: a cashier who had seen it paid themselves."""
    answer = pay(floor)
    assert answer.rejected is None and balance(floor) == 20_000_00, "it waits for the player"
    assert floor.account("alice").reserved == 50_00
    for who in (CASS, COLIN, MALLORY, {"actor": "sam", "role": "casino supervisor"}):
        assert no(yes(floor, who)) in ("own-statement", "wrong-role", "not-authorised")
    assert yes(floor, ALICE).rejected is None
    assert balance(floor) == 19_950_00
    assert no(pay(floor, "15000")) == "not-authorised", "above the threshold the PIN is typed"
    assert secret(floor)


def test_a_player_refuses_what_a_cashier_would_pay_out(floor: Floor) -> None:
    assert pay(floor).rejected is None
    assert say(floor, "refuse-statement", ALICE, number=2, reason="not me").rejected is None
    assert (balance(floor), floor.account("alice").reserved) == (20_000_00, 0)


def test_the_pin_pays_out_at_the_desk(floor: Floor) -> None:
    assert say(floor, "set-pin", ALICE, pin=RIGHT).rejected is None
    answer = pay(floor, pin=RIGHT)
    assert answer.rejected is None and balance(floor) == 19_950_00
    assert b'"authorised":"pin"' in bytes((answer.events or ())[0])
    assert no(pay(floor, card="C 2", pin=RIGHT)) == "no-consent", "the card is shown as well"
    assert pay(floor, "15000", pin=RIGHT).rejected is None, "a second person is still needed"
    assert yes(floor, COLIN).rejected is None and balance(floor) == 4_950_00
    assert secret(floor)


def test_the_player_s_own_request_needs_no_pin(floor: Floor) -> None:
    for _ in range(2):  # to the same account at a bank
        asked = {"amount": "5", "method": "bank transfer", "reference": "BSB 1 22"}
        assert say(floor, "withdraw", ALICE, **asked).rejected is None
        assert yes(floor, CASS).rejected is None
    assert balance(floor) == 19_990_00 and secret(floor)


def test_at_the_desk_a_pin_is_set_with_a_document_and_a_second_person(floor: Floor) -> None:
    assert no(say(floor, "set-pin", CASS, pin=RIGHT)) == "no-identity"
    assert say(floor, "set-pin", CASS, pin=WRONG, shown="passport").rejected is None
    assert say(floor, "set-pin", CASS, pin=RIGHT, shown="passport").rejected is None
    assert no(pay(floor, pin=RIGHT)) == "no-pin", "nobody has confirmed it"
    first = min(floor.account("alice").statements.pending)
    old = say(floor, "confirm-statement", COLIN, number=first, reason="seen")
    assert no(old) == "no-pin", "another one was typed since"
    assert no(yes(floor, CASS)) == "own-statement" and no(yes(floor, ALICE)) == "wrong-role"
    assert yes(floor, COLIN).rejected is None
    assert pay(floor, pin=RIGHT).rejected is None and secret(floor)


def test_a_few_wrong_ones_lock_it_and_two_persons_unlock_it(floor: Floor) -> None:
    say(floor, "set-pin", ALICE, pin=RIGHT)
    for _ in range(MOST_MISSES - 1):
        assert no(pay(floor, pin=WRONG)) == "wrong-pin"
    assert pay(floor, pin=RIGHT).rejected is None, "one try was left, and begins the count anew"
    for _ in range(MOST_MISSES):
        assert no(pay(floor, pin=WRONG)) == "wrong-pin"
    assert no(pay(floor, pin=RIGHT)) == "pin-locked"
    assert no(say(floor, "set-pin", ALICE, pin="80215")) == "pin-locked"
    assert say(floor, "unlock-pin", CASS, reason="she has shown her passport").rejected is None
    assert no(yes(floor, CASS)) == "own-statement"
    assert no(pay(floor, pin=RIGHT)) == "pin-locked"
    assert yes(floor, COLIN).rejected is None
    assert pay(floor, pin=RIGHT).rejected is None
    assert no(say(floor, "unlock-pin", CASS, reason="again")) == "not-locked" and secret(floor)


def test_a_wrong_pin_that_is_sent_again_counts_once(floor: Floor) -> None:
    say(floor, "set-pin", ALICE, pin=RIGHT)
    slip = {"id": "same", "amount": "5", "reference": "s 1", "card": "C 1"}
    for _ in range(3):
        assert no(say(floor, "withdraw", CASS, **slip, pin=WRONG)) == "wrong-pin"
    assert floor.account("alice").pin_misses == 1
    again = Floor(floor.store)
    assert no(say(again, "withdraw", CASS, **slip, pin=WRONG)) == "wrong-pin"


def test_pins_are_not_tried_out_under_one_id(floor: Floor) -> None:
    """A server that has forgotten its rejections counts every other PIN under an id it has seen."""
    say(floor, "set-pin", ALICE, pin=RIGHT)
    slip = {"id": "same", "amount": "5", "reference": "s 1", "card": "C 1"}
    for guess in range(MOST_MISSES):
        answer = say(Floor(floor.store), "withdraw", CASS, **slip, pin=f"20487{guess}")
        assert no(answer) == "wrong-pin"
    assert no(say(Floor(floor.store), "withdraw", CASS, **slip, pin=RIGHT)) == "pin-locked"


def test_a_second_person_does_not_forget_wrong_pins_typed_since(floor: Floor) -> None:
    say(floor, "set-pin", ALICE, pin=RIGHT)
    assert pay(floor, "15000", pin=RIGHT).rejected is None
    for _ in range(MOST_MISSES - 1):
        assert no(pay(floor, pin=WRONG)) == "wrong-pin"
    assert yes(floor, COLIN).rejected is None
    assert floor.account("alice").pin_misses == MOST_MISSES - 1, "typed before these"
    assert pay(floor, "4000", pin=RIGHT).rejected is None and secret(floor)


def test_a_locked_pin_confirms_no_statement(floor: Floor) -> None:
    say(floor, "set-pin", ALICE, pin=RIGHT)
    assert pay(floor, "15000", pin=RIGHT).rejected is None
    for _ in range(MOST_MISSES):
        assert no(pay(floor, pin=WRONG)) == "wrong-pin"
    assert no(yes(floor, COLIN)) == "pin-locked"
    assert balance(floor) == 20_000_00 and secret(floor)


def test_what_players_allow_counts_against_the_thresholds_when_they_do(floor: Floor) -> None:
    """Several payments are stated while none of them counts yet, and allowed one after another."""
    for _ in range(2):
        assert pay(floor, "6000").rejected is None
    first, second = (
        say(floor, "confirm-statement", ALICE, number=number, reason="yes")
        for number in sorted(floor.account("alice").statements.pending)
    )
    assert first.rejected is None and no(second) == "at-the-desk"
    assert balance(floor) == 14_000_00 and secret(floor)


def test_a_cashier_has_players_allow_no_more_than_one_pays_alone(floor: Floor) -> None:
    players = [f"p{number}" for number in range(6)]
    for number, player in enumerate(players):
        funded(floor, player, "10000", f"D {number}")
    dora = {"actor": "dora", "role": "cashier"}
    for number, player in enumerate(players):
        slip = {"amount": "10000", "reference": f"d {number}", "card": f"D {number}"}
        stream = {"stream": f"player:{player}"}
        assert say(floor, "withdraw", dora, **slip, **stream).rejected is None
    answers = []
    for player in players:
        number = max(floor.account(player).statements.pending)
        own = {"actor": player, "role": "player", "stream": f"player:{player}"}
        answers.append(say(floor, "confirm-statement", own, number=number, reason="yes"))
    assert [each.rejected is None for each in answers] == [True] * 5 + [False]
    assert no(answers[-1]) == "cashier-total" and secret(floor)


def test_a_player_sets_a_pin_a_few_times_a_day(floor: Floor) -> None:
    for _ in range(MOST_A_DAY):
        assert say(floor, "set-pin", ALICE, pin=RIGHT).rejected is None
    assert no(say(floor, "set-pin", ALICE, pin=RIGHT)) == "pins-often"
    assert say(floor, "set-pin", CASS, pin=RIGHT, shown="passport").rejected is None
    assert yes(floor, COLIN).rejected is None and secret(floor)


@pytest.mark.parametrize(
    "pin", ["1234", "9876", "0000", "123", "123456789", "12a4", "", "１２３９"]
)
def test_a_pin_that_is_none(pin: str) -> None:
    with pytest.raises(Refusal, match="PIN"):
        check_pin(pin)
    check_pin("7391")


def test_only_the_server_says_how_a_player_allowed_it(floor: Floor) -> None:
    for said in ("pin", "session", "request"):
        answer = pay(floor, authorised=said)
        assert answer.rejected is not None and "leave it out" in answer.rejected.message
    miss = say(floor, "count-pin-miss", CASS)
    assert no(miss) == "bad-command"


def test_a_log_in_which_nobody_allowed_it_is_found(floor: Floor) -> None:
    """The custodian of the key forges a player's consent."""
    say(floor, "set-pin", ALICE, pin=RIGHT)
    pay(floor, pin=RIGHT)

    def without_pin(events: list[dict[str, Any]]) -> None:
        events.remove(find(events, "pin-set"))

    lines = [*export_lines(floor.store)]
    assert "not-authorised" in kinds(audited(forged(lines, without_pin)))
