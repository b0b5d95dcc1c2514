"""The second factor: enrolled once, proven by its digits, used once each; and what replaces it."""

from pathlib import Path

import pyotp
import pytest

from people.night import BETTER, CHEAP, GOOD, HERE, Clock, refused, whats
from sabot.parts.statements import ConfirmStatement
from sabot.people import People
from sabot.people.persons.oversight import ResetFactor
from sabot.people.sign_in.factor import CODES, FactorOffer
from sabot.store import Store, export_lines, open_store

WRONG = "000000"


@pytest.fixture
def house(store: Store, clock: Clock) -> People:
    people = People(store, clock, CHEAP, asks_factor=True)
    for name, role in (("dora", "dealer"), ("paul", "player"), ("ada", "administrator")):
        people.add(name, GOOD, role, "console")
    return people


def digits(offer: FactorOffer, clock: Clock) -> str:
    return pyotp.TOTP(offer.secret).at(clock())


def enrolled(people: People, clock: Clock, name: str = "dora") -> FactorOffer:
    offer = people.comings.offer(name, GOOD, HERE)
    people.comings.sign_in(name, GOOD, HERE, code=digits(offer, clock))
    return offer


def test_staff_enrol_at_the_first_sign_in(house: People, clock: Clock) -> None:
    sign_in = house.comings.sign_in
    refused("enrol-factor", sign_in, "dora", GOOD, HERE)
    refused("enrol-factor", sign_in, "dora", GOOD, HERE, "", WRONG)
    offer = house.comings.offer("dora", GOOD, HERE)
    assert offer.secret in offer.uri and "<svg" in offer.svg and len(set(offer.codes)) == CODES
    refused("enrol-factor", sign_in, "dora", GOOD, HERE)
    refused("wrong-code", sign_in, "dora", GOOD, HERE, "", WRONG)
    came = sign_in("dora", GOOD, HERE, code=digits(offer, clock))
    assert came.session.person == "dora"
    refused("has-factor", house.comings.offer, "dora", GOOD, HERE)
    assert "factor-set" in whats(house) and "code-wrong" in whats(house)


def test_players_tokens_and_robots_need_none(house: People) -> None:
    assert house.comings.sign_in("paul", GOOD, HERE).session.role == "player"
    refused("has-factor", house.comings.offer, "paul", GOOD, HERE)
    token = house.issue_token("dora", "a robot", "console", 1)
    assert house.session(token) is not None
    assert house.sign_in_as("dora", "demo")[1].person == "dora"


def test_who_does_not_know_the_password_hears_nothing_of_it(house: People, clock: Clock) -> None:
    offer = enrolled(house, clock)
    clock.on(seconds=60)
    for name in ("dora", "nobody-here", "ada"):
        refused("not-signed-in", house.comings.sign_in, name, "not it at all", HERE)
        code = digits(offer, clock)
        refused("not-signed-in", house.comings.sign_in, name, "not it at all", HERE, "", code)
    refused("not-signed-in", house.comings.offer, "ada", "not it at all", HERE)


def test_digits_are_good_once_and_for_a_minute(house: People, clock: Clock) -> None:
    offer, sign_in = enrolled(house, clock), house.comings.sign_in
    refused("wrong-code", sign_in, "dora", GOOD, HERE, "", digits(offer, clock))
    refused("second-factor", sign_in, "dora", GOOD, HERE)
    clock.on(seconds=30)
    now = digits(offer, clock)
    assert sign_in("dora", GOOD, HERE, code=f"{now[:3]} {now[3:]}")
    refused("wrong-code", sign_in, "dora", GOOD, HERE, "", now)
    old = digits(offer, clock)
    clock.on(minutes=2)
    refused("wrong-code", sign_in, "dora", GOOD, HERE, "", old)


def test_wrong_digits_lock_like_wrong_passwords(house: People, clock: Clock) -> None:
    offer = enrolled(house, clock)
    clock.on(minutes=40)
    for _ in range(3):
        refused("wrong-code", house.comings.sign_in, "dora", GOOD, HERE, "", WRONG)
    good = digits(offer, clock)
    refused("not-signed-in", house.comings.sign_in, "dora", GOOD, HERE, "", good)
    clock.on(minutes=15)
    assert house.comings.sign_in("dora", GOOD, HERE, code=digits(offer, clock))


def test_a_recovery_code_is_good_once(house: People, clock: Clock) -> None:
    offer = enrolled(house, clock)
    code = offer.codes[3]
    assert house.comings.sign_in("dora", GOOD, HERE, code=code.upper().replace("-", " "))
    refused("wrong-code", house.comings.sign_in, "dora", GOOD, HERE, "", code)
    assert house.comings.sign_in("dora", GOOD, HERE, code=offer.codes[0])
    told = [each.more for each in house.log() if each.what == "recovery-used"]
    assert [each["left"] for each in told] == [CODES - 1, CODES - 2]


def test_a_code_that_was_offered_and_not_proven_lets_nobody_in(house: People) -> None:
    offer = house.comings.offer("dora", GOOD, HERE)
    refused("wrong-code", house.comings.sign_in, "dora", GOOD, HERE, "", offer.codes[0])


def test_a_lost_one_is_reset_by_two(house: People, clock: Clock) -> None:
    enrolled(house, clock)
    token, _ = house.sign_in_as("dora", "demo")
    ada, ines = ("ada", "administrator"), ("ines", "inspector")
    house.oversight.state("dora", ResetFactor(id="1", actor=ada[0], role=ada[1]))
    refused("second-factor", house.comings.sign_in, "dora", GOOD, HERE)

    def confirmed(actor: str, role: str) -> ConfirmStatement:
        return ConfirmStatement(id=actor, number=1, reason="seen", actor=actor, role=role)

    refused("own-statement", house.oversight.confirm, "dora", confirmed(*ada))
    house.oversight.confirm("dora", confirmed(*ines))
    assert house.session(token) is None
    refused("enrol-factor", house.comings.sign_in, "dora", GOOD, HERE)
    enrolled(house, clock)
    assert whats(house).count("factor-reset") == 1


def test_or_on_the_machine_on_record(house: People, clock: Clock) -> None:
    offer = enrolled(house, clock)
    house.reset_factor("dora", "console")
    clock.on(minutes=1)
    code = digits(offer, clock)
    refused("enrol-factor", house.comings.sign_in, "dora", GOOD, HERE, "", code)
    assert [each.by for each in house.log() if each.what == "factor-reset"] == ["console"]


def test_no_secret_of_it_is_in_the_log_or_the_file(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "casino.db"
    with open_store(str(path)) as store:
        people = People(store, clock, CHEAP, asks_factor=True)
        people.add("dora", GOOD, "dealer", "console")
        offer = enrolled(people, clock)
        log = b"".join(export_lines(store))
    kept = path.read_bytes()
    for secret in (offer.secret, *offer.codes):
        assert secret.encode() not in log and secret.encode() not in kept


# One's own sign-ins


def test_everybody_sees_and_ends_their_own_sign_ins(house: People, clock: Clock) -> None:
    one, first = house.sign_in("paul", GOOD, HERE)
    clock.on(minutes=1)
    two, second = house.sign_in("paul", GOOD, "198.51.100.7")
    seen = house.comings.of("paul")
    assert [(each.id, each.address) for each in seen] == [
        (second.id, "198.51.100.7"),
        (first.id, HERE),
    ]
    assert house.comings.end("paul", lambda id_: id_ == first.id, second.id) == 1
    assert house.session(one) is None and house.session(two) is not None
    assert house.comings.end("paul", lambda id_: id_ == first.id, second.id) == 0
    assert house.comings.of("dora") == []
    told = [(each.what, each.via) for each in house.log()][-1]
    assert told == ("signed-out", second.id)


# Known browsers and places


def test_nobody_locks_a_name_for_whose_it_is(house: People, clock: Clock) -> None:
    """Ten wrong passwords from everywhere: a stranger is kept out with the right one, and the
    person comes in by their own browser, or from where they have been before."""
    device = house.comings.sign_in("paul", GOOD, HERE).device
    for number in range(12):
        refused("not-signed-in", house.comings.sign_in, "paul", "wrong", f"203.0.113.{number}")
    refused("not-signed-in", house.comings.sign_in, "paul", GOOD, "198.51.100.7")
    assert house.comings.sign_in("paul", GOOD, HERE)
    assert house.comings.sign_in("paul", GOOD, "198.51.100.8", device)


def test_neighbours_at_one_address_lock_a_name_for_strangers_only(house: People) -> None:
    device = house.comings.sign_in("paul", GOOD, HERE).device
    for _ in range(3):
        refused("not-signed-in", house.comings.sign_in, "paul", "wrong", HERE)
    refused("not-signed-in", house.comings.sign_in, "paul", GOOD, HERE)
    assert house.comings.sign_in("paul", GOOD, HERE, device)
    assert house.comings.knows("paul", device) and not house.comings.knows("dora", device)


def test_a_browser_that_guesses_is_locked_itself(house: People) -> None:
    device = house.comings.sign_in("paul", GOOD, HERE).device
    for number in range(3):
        where = f"203.0.113.{number}"
        refused("not-signed-in", house.comings.sign_in, "paul", "wrong", where, device)
    refused("not-signed-in", house.comings.sign_in, "paul", GOOD, "203.0.113.9", device)
    assert house.comings.sign_in("paul", GOOD, HERE)


def test_anothers_browser_is_a_strangers(house: People) -> None:
    device = house.sign_in_as("dora", "demo") and house.comings.sign_in("paul", GOOD, HERE).device
    for number in range(10):
        where = f"203.0.113.{number}"
        refused("not-signed-in", house.comings.sign_in, "dora", "wrong", where, device)
    refused("not-signed-in", house.comings.sign_in, "dora", GOOD, "198.51.100.9", device)


def test_so_many_browsers_are_remembered(house: People) -> None:
    first = house.comings.sign_in("paul", GOOD, HERE).device
    for _ in range(9):
        house.comings.sign_in("paul", GOOD, HERE)
    assert house.comings.knows("paul", first)
    house.comings.sign_in("paul", GOOD, HERE)
    assert not house.comings.knows("paul", first)
    again = house.comings.sign_in("paul", GOOD, HERE, first)
    assert again.device == first and house.comings.knows("paul", first)


def test_a_token_and_the_old_password_change_no_staff_password(house: People, clock: Clock) -> None:
    """The nearest lawful cases: with the digits, and a player without."""
    refused("enrol-factor", house.change_password, "dora", GOOD, BETTER)
    offer = enrolled(house, clock)
    clock.on(minutes=1)
    change = house.change_password
    refused("second-factor", change, "dora", GOOD, BETTER)
    refused("wrong-code", change, "dora", GOOD, BETTER, HERE, WRONG)
    refused("wrong-password", change, "dora", BETTER, BETTER, HERE, digits(offer, clock))
    change("dora", GOOD, BETTER, HERE, digits(offer, clock))
    clock.on(minutes=1)
    assert house.comings.sign_in("dora", BETTER, HERE, code=digits(offer, clock))
    house.change_password("paul", GOOD, BETTER)


def test_a_factor_that_was_only_offered_changes_no_password(house: People, clock: Clock) -> None:
    """The holder of a token and the password cannot enrol a factor of their own."""
    offer = house.comings.offer("dora", GOOD, HERE)
    code = digits(offer, clock)
    refused("enrol-factor", house.change_password, "dora", GOOD, BETTER, HERE, code)
