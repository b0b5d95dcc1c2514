"""Identity of a person under any spelling: staff names, excluded players, Player Cards, and linked
accounts."""

from typing import Any

import pytest

from sabot.audit.claims import verify_house
from sabot.core.refusal import Refusal
from sabot.people import Hashing, People
from support.excluded import CASS, CLAUSES, GOOD, SUE, House, sanction

DAN = {"actor": "dan", "role": "dealer"}
VERA = {"actor": "vera", "role": "casino supervisor"}
SPELLINGS = ["Vera", "VERA", "v.era", "v\u0435ra", "\uff56era"]


def house(game: str = "star-baccarat") -> House:
    """A casino whose staff have sign-ins: dan deals, vera watches, who is called Vera Okafor."""
    made = House(game, feed="typed")
    for name, role, called in (
        ("dan", "dealer", ""),
        ("vera", "casino supervisor", "Vera Okafor"),
    ):
        made.people.add(name, GOOD, role, "console", called)
    return made


def seat(player: str, **more: Any) -> dict[str, Any]:
    return {"table": "1", "do": "join-table", **DAN, "player": player, "card": "X 7", **more}


def sits(player: str, card: str) -> dict[str, Any]:
    own = {"actor": player, "role": "player", "player": player, "card": card}
    return {"table": "1", "do": "join-table", **own}


def linked(made: House, player: str, staff: str, by: dict[str, str] = SUE) -> None:
    """The account says by which name its holder works here; another supervisor has confirmed."""
    stream = {"stream": f"player:{player}"}
    made.ok("", "record-staff-name", **CASS, staff=staff, reason="works here", **stream)
    number = made.floor.account(player).statements.count
    made.ok("", "confirm-statement", **by, number=number, reason="asked her", **stream)


# Staff names


@pytest.mark.parametrize("name", ["vera", *SPELLINGS, "Vera Okafor", "vera.okafor", "VeraOkafor"])
def test_nobody_is_seated_under_a_supervisors_name(name: str) -> None:
    """A dealer does not lock a supervisor out by seating a player of that name."""
    made = house()
    assert made.no(**seat(name))[0] in ("staff-name", "not-a-player")
    assert made.no("", "open-account", **CASS, player=name)[0] in ("staff-name", "not-a-player")
    made.ok("1", "change-limits", **VERA, sign={"minimum": "5", "maximum": "500"})


def test_a_name_of_nobodys_is_seated() -> None:
    """The nearest lawful case."""
    made = house()
    for name in ("vero", "verat", "Vera Okafors"):
        made.ok(**{**seat(name), "card": f"card of {name}"})


def test_no_staff_are_added_under_a_players_name() -> None:
    made = house()
    for name in ("mallory", "Mallory", "mall0ry"):
        with pytest.raises(Refusal) as refused:
            made.people.add(name, GOOD, "dealer", "console")
        assert refused.value.code == "name-taken"
    made.people.add("malloryn", GOOD, "dealer", "console")


# Linked names


def test_a_linked_player_name_is_the_staff_members_own() -> None:
    """vera plays as v.smith: where v.smith sits, vera does nothing for the casino."""
    made = house()
    made.ok("", "open-account", **CASS, player="v.smith")
    made.ok("", "issue-player-card", **CASS, card="V 1", stream="player:v.smith")
    linked(made, "v.smith", "vera")
    made.ok(**sits("v.smith", "V 1"))
    limits = {"sign": {"minimum": "5", "maximum": "500"}}
    assert made.no("1", "change-limits", **VERA, **limits)[0] == "plays-here"
    made.ok("2", "change-limits", **VERA, **limits)
    made.ok("1", "leave-table", actor="v.smith", role="player", player="v.smith")
    made.ok("1", "change-limits", **VERA, **limits)
    deposit = {"amount": "5", "method": "cash", "reference": "s 9", "stream": "player:v.smith"}
    own = {"actor": "vera", "role": "cashier"}
    assert made.no("", "deposit", **own, **deposit)[0] == "own-account"
    made.ok("", "deposit", **CASS, **deposit)
    assert made.findings() == []


def test_a_link_made_while_they_sit_holds_at_once() -> None:
    made = house()
    made.ok("", "open-account", **CASS, player="v.smith")
    made.ok("", "issue-player-card", **CASS, card="V 1", stream="player:v.smith")
    made.ok(**sits("v.smith", "V 1"))
    limits = {"sign": {"minimum": "5", "maximum": "500"}}
    made.ok("1", "change-limits", **VERA, **limits)
    linked(made, "v.smith", "vera")
    assert made.no("1", "change-limits", **VERA, **limits)[0] == "plays-here"
    assert made.findings() == []


def test_who_deals_at_a_table_does_not_sit_down_there() -> None:
    made = house()
    made.ok("", "open-account", **CASS, player="d.jones")
    made.ok("", "issue-player-card", **CASS, card="D 1", stream="player:d.jones")
    linked(made, "d.jones", "dan")
    made.ok("1", "sign-on", **DAN)
    own = {"actor": "d.jones", "role": "player", "player": "d.jones", "card": "D 1"}
    assert made.no("1", "join-table", **own)[0] == "deals-here"
    assert made.no("2", "join-table", **{**own, **DAN})[0] == "own-account", "nor seats himself"
    made.ok("2", "join-table", **own)
    assert made.findings() == []


def test_a_link_takes_two_others_and_names_a_member_of_staff() -> None:
    made = house()
    made.ok("", "open-account", **CASS, player="v.smith")
    stream = {"stream": "player:v.smith"}
    said = {"reason": "works here", **stream}
    assert made.no("", "record-staff-name", **VERA, staff="vera", **said)[0] == "own-account"
    made.ok("", "record-staff-name", **CASS, staff="vera", **said)
    for who, code in ((CASS, "own-statement"), (VERA, "own-statement")):
        word = {**who, "number": 1, "reason": "so", **stream}
        assert made.no("", "confirm-statement", **word)[0] == code
    made.ok("", "confirm-statement", **SUE, number=1, reason="asked her", **stream)
    made.ok("", "record-staff-name", **CASS, staff="nemo", **said)
    word = {**SUE, "number": 2, "reason": "so", **stream}
    assert made.no("", "confirm-statement", **word)[0] == "unknown-person"
    assert made.floor.account("v.smith").staff == "vera"
    made.ok("", "record-staff-name", **CASS, staff="", **said)
    assert made.no("", "confirm-statement", **VERA, number=3, reason="x", **stream)[0] == (
        "own-statement"
    )
    made.ok("", "confirm-statement", **SUE, number=3, reason="left us", **stream)
    assert made.floor.account("v.smith").staff == ""
    assert made.findings() == []


def test_an_account_like_a_display_name_is_opened_by_two_for_its_own_person() -> None:
    made = house()
    asked = {"player": "vera.okafor", "staff": "vera"}
    made.ok("", "open-account", **CASS, **asked)
    word = {"number": 1, "reason": "asked her", "stream": "player:vera.okafor"}
    assert made.no("", "confirm-statement", **VERA, **word)[0] == "own-statement"
    made.ok("", "confirm-statement", **SUE, **word)
    made.ok("", "issue-player-card", **CASS, card="V 1", stream="player:vera.okafor")
    made.ok(**sits("vera.okafor", "V 1"))
    limits = {"sign": {"minimum": "5", "maximum": "500"}}
    assert made.no("1", "change-limits", **VERA, **limits)[0] == "plays-here"
    made.ok("", "open-account", **CASS, player="okafor.v", staff="dan")
    assert made.findings() == []


# Barred players


@pytest.mark.parametrize("game", CLAUSES)
@pytest.mark.parametrize("name", ["MALLORY", "mall\u043ery", "mal.lory", "mall0ry"])
def test_an_excluded_player_does_not_return_by_spelling(game: str, name: str) -> None:
    made = House(game)
    made.ok("1", "sanction-player", **sanction(game))
    assert made.no(**{**seat(name), "table": "2"})[0] == "excluded"
    assert made.no("", "open-account", **CASS, player=name)[0] == "excluded"
    assert made.findings() == []


@pytest.mark.parametrize("name", ["EVE", "\u0435ve", "e-ve"])
def test_a_stranger_who_is_kept_out_does_not_return_by_spelling(name: str) -> None:
    made = house()
    made.ok("1", "sanction-player", **sanction("star-baccarat", player="eve"))
    assert made.no(**{**seat(name), "table": "2"})[0] == "excluded"
    with pytest.raises(Refusal) as refused:
        made.people.add(name, GOOD, "player", "console")
    assert refused.value.code in ("excluded", "bad-name")
    made.ok(**{**seat("evelyn"), "table": "2"})
    assert [*verify_house(made.store)] == []


def test_the_door_is_shut_to_a_sign_in_of_another_spelling() -> None:
    """The account is Trudy's, the sign-in is trudy's: one person."""
    made = house()
    made.people.add("trudy", GOOD, "player", "console")
    made.ok("1", "sanction-player", **sanction("star-baccarat", player="Trudy"))
    with pytest.raises(Refusal):
        made.people.sign_in("trudy", GOOD, "here")


def test_a_second_account_of_the_same_look_is_refused() -> None:
    made = house()
    for name in ("Mallory", "mall0ry", "m.allory"):
        assert made.no("", "open-account", **CASS, player=name)[0] == "known-as"
    made.ok("", "open-account", **CASS, player="mallorie")
    assert [*verify_house(made.store)] == []


def test_a_known_player_comes_under_the_known_name() -> None:
    made = house()
    assert made.no(**seat("Mallory"))[0] == "known-as"
    made.ok(**made.join("1"))


def test_a_player_barred_from_one_game_is_barred_by_any_spelling() -> None:
    made = house()
    made.ok("1", "sanction-player", **sanction("star-baccarat", player="Zoe", measures=["bar"]))
    for name in ("zoe", "Z.oe", "z0e"):
        assert made.no(**seat(name))[0] == "barred"
    made.ok(**{**seat("zoe"), "table": "2"})
    assert made.findings() == []


def test_a_sanction_meets_the_player_however_it_is_typed() -> None:
    made = house()
    made.ok(**seat("zoe"))
    made.ok("1", "sanction-player", **sanction("star-baccarat", player="ZOE", measures=["bar"]))
    assert made.floor.table("1").patrons["zoe"].barred
    assert made.findings() == []


def test_a_player_who_left_comes_back_under_the_same_name() -> None:
    made = house()
    made.ok(**seat("zoe"))
    made.ok("1", "leave-table", **DAN, player="zoe")
    assert made.no(**seat("Zoe"))[0] == "known-as"
    made.ok(**seat("zoe"))


# Player Cards


@pytest.mark.parametrize("card", ["M", "m", " m-"])
def test_another_players_card_is_refused_under_any_name(card: str) -> None:
    """mallory's card, by a player without an account; the nearest lawful case is a card of none."""
    made = house()
    assert made.no(**seat("zoe", card=card))[0] == "player-card"
    made.ok("1", "sanction-player", **sanction("star-baccarat"))
    assert made.no(**{**seat("zoe", card=card), "table": "2"})[0] == "player-card"
    made.ok(**{**seat("zoe", card="M 2"), "table": "2"})


def test_one_card_is_not_issued_twice_by_how_it_is_typed() -> None:
    made = house()
    made.ok("", "open-account", **CASS, player="zoe")
    taken = {"card": " m", "stream": "player:zoe"}
    assert made.no("", "issue-player-card", **CASS, **taken)[0] == "card-taken"
    made.ok("", "issue-player-card", **CASS, card="Z 1", stream="player:zoe")


def test_another_process_knows_the_names_too() -> None:
    made = house()
    elsewhere = People(made.store, hashing=Hashing(memory=8))
    with pytest.raises(Refusal, match="is taken"):
        elsewhere.add("Vera", GOOD, "player", "console")


@pytest.mark.parametrize("leaves", [False, True])
def test_a_barred_stranger_does_not_return_by_another_name_with_the_same_card(leaves: bool) -> None:
    """zoe has no account: the table remembers the card that she showed, also after she has left."""
    made = house()
    made.ok(**seat("zoe", card="Z 77"))
    if leaves:
        made.ok("1", "leave-table", **DAN, player="zoe")
    made.ok("1", "sanction-player", **sanction("star-baccarat", player="zoe", measures=["bar"]))
    for card in ("Z 77", "z-77", "Z77"):
        assert made.no(**seat("yuri", card=card))[0] == "barred"
    made.ok(**seat("yuri", card="Y 1"))
    made.ok(**{**seat("xena", card="z77"), "table": "2"})  # where nobody is barred
    assert made.findings() == []


def test_the_card_of_an_excluded_stranger_opens_no_table() -> None:
    made = house()
    made.ok(**seat("zoe", card="Z 77"))
    made.ok("1", "sanction-player", **sanction("star-baccarat", player="zoe"))
    for table in ("1", "2"):
        assert made.no(**{**seat("yuri", card="z-77"), "table": table})[0] == "excluded"
        made.ok(**{**seat(f"yuri {table}", card=f"Y {table}"), "table": table})
    assert made.findings() == [] and [*verify_house(made.store)] == []
