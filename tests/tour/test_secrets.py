"""The search for secrets finds planted ones, and allows permitted readers."""

from collections.abc import Iterator

import msgspec
import pytest

from sabot.links.virtual_shoe import STACK
from support.tour.house import TourHouse, card_of, password_of
from support.tour.secrets import Search, secrets_of
from support.tour.tour import Reached, driven

GUEST, BORIS, DORA = ("", ""), ("player", "boris"), ("dealer", "dora")
TOKEN = "sabot_a-token-of-the-tour"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TourHouse]:
    """People, accounts, and a virtual table in the middle of a coup."""
    folder = tmp_path_factory.mktemp("secrets")
    house = TourHouse(str(folder / "casino.db"), folder, lambda: "")
    for _ in driven(house, Reached(), ("people", "account", "cage", "virtual")):
        pass
    yield house
    house.close()


@pytest.fixture(scope="module")
def search(house: TourHouse) -> Search:
    return Search(secrets_of(house.store, {"dora": TOKEN}))


def test_nobody_reads_passwords_tokens_and_what_the_vault_keeps(
    house: TourHouse, search: Search
) -> None:
    kept = house.store.unseal("table:squeeze", STACK)
    assert kept is not None
    stack = msgspec.json.decode(kept)
    order = msgspec.json.encode({"order": stack["order"]}).decode()
    for secret in (password_of("boris"), TOKEN, stack["salt"], order):
        for viewer in (GUEST, BORIS, DORA):
            assert search.found_in(f'{{"said":"{secret}"}}', viewer), viewer


def test_a_player_reads_their_own_card_number(search: Search) -> None:
    said = f'{{"card":"{card_of("boris")}"}}'
    assert search.found_in(said, BORIS) == []
    assert search.found_in(said, GUEST) == ["Player Card of boris"]
    assert search.found_in(said, ("player", "alma")) == ["Player Card of boris"]


def test_a_card_that_lies_face_down_is_named_to_nobody(search: Search) -> None:
    assert search.found_in('{"slot":0,"card":"4S","up":false}', DORA)
    assert search.found_in('{"slot":0,"card":"4S","up":true}', GUEST) == []
    assert search.found_in('{"slot":0,"card":null,"up":false}', GUEST) == []


def test_what_the_log_has_opened_is_no_secret_any_more(house: TourHouse, search: Search) -> None:
    opened = [stored.line.decode() for stored in house.store.read("table:virtual")]
    assert opened and not any(search.found_in(line, DORA) for line in opened)
