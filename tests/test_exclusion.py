"""Excluded from the casino means the casino: every table, the account, the door, at once."""

import pytest

from sabot.core.refusal import Refusal
from sabot.floor.kinds import PERSONS
from sabot.people import Hashing, People
from support.excluded import GOOD, SUE, House, sanction


def test_another_process_sees_it_too() -> None:
    house = House("star-baccarat")
    elsewhere = People(house.store, hashing=Hashing(memory=8))
    token, _ = elsewhere.sign_in("mallory", GOOD, "here")
    house.ok("1", "sanction-player", **sanction("star-baccarat"))
    again = People(house.store, hashing=Hashing(memory=8))
    assert again.session(token) is None


def test_wherever_else_they_play_they_go() -> None:
    house = House("star-baccarat")
    house.ok(**house.join("2"))
    house.ok("1", "sanction-player", **sanction("star-baccarat"))
    assert "mallory" not in house.floor.table("2").patrons
    assert house.floor.account("mallory").balance == 1000_00
    assert house.findings() == []


def test_what_lies_on_the_layout_is_played_out_and_then_they_go() -> None:
    house = House("star-baccarat")
    house.go_on("1", coups=0)
    house.ok(**house.join("1"))
    stake = {"actor": "mallory", "role": "player", "player": "mallory", "on": "player"}
    house.ok("1", "place-wager", **stake, amount="100")
    house.ok("1", "sanction-player", **sanction("star-baccarat"))
    assert "mallory" in house.floor.table("1").patrons
    assert house.no("1", "place-wager", **stake, amount="10")[0] in ("barred", "excluded")
    house.ok("1", "no-more-bets", actor="dan", role="dealer")
    house.go_on("1", coups=1)
    assert "mallory" not in house.floor.table("1").patrons
    assert house.floor.account("mallory").stay is None
    assert house.findings() == []


def test_somebody_without_account_or_sign_in_is_kept_out_too() -> None:
    house = House("star-baccarat")
    eve = sanction("star-baccarat", player="eve")
    house.ok("1", "sanction-player", **eve)
    coming = {"actor": "dan", "role": "dealer", "player": "eve", "card": "E"}
    assert house.no("2", "join-table", **coming) == ("excluded", "14.8.3")
    assert house.floor.state(PERSONS, "eve").kept_out == "14.8.3"
    assert house.people.person("eve") is None
    assert house.findings() == []


def test_an_exclusion_that_is_lifted_is_lifted_at_the_door() -> None:
    house = House("star-baccarat")
    stream = {"stream": "player:mallory"}
    house.ok("", "exclude-player", **SUE, reason="a device", clause="14.8.3", casino=True, **stream)
    with pytest.raises(Refusal):
        house.people.sign_in("mallory", GOOD, "here")
    house.ok("", "lift-exclusion", **SUE, reason="it was a calculator", **stream)
    house.people.sign_in("mallory", GOOD, "here")
    house.ok(**house.join("2"))
    assert house.findings() == []


def test_who_excludes_themselves_still_comes_in_for_their_money() -> None:
    house = House("star-baccarat")
    own = {"actor": "mallory", "role": "player", "stream": "player:mallory"}
    house.ok("", "exclude-player", **own, reason="enough")
    house.people.sign_in("mallory", GOOD, "here")
    house.ok("", "withdraw", **own, amount="10")
    assert house.no(**house.join("2"))[0] == "excluded"


def test_no_supervisor_locks_an_inspector_out() -> None:
    house = House("star-baccarat")
    house.people.add("ines", GOOD, "inspector", "console")
    house.ok("1", "sanction-player", **sanction("star-baccarat", player="ines"))
    house.people.sign_in("ines", GOOD, "here")
    assert house.findings() == []


def test_nobody_but_the_house_keeps_anybody_out() -> None:
    house = House("star-baccarat")
    for do in ("keep-out", "let-in"):
        said = {**SUE, "reason": "mine", "stream": "person:mallory"}
        assert house.no("", do, **said)[0] == "bad-command"
