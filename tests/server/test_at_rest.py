"""Closed tables with nothing left to do: neither opened at the start nor kept in the lobby."""

from pathlib import Path

from server.harness import House, running


OPENING = {"rulebook": "star-baccarat", "sign": {"minimum": "10", "maximum": "100"}}


def close(house: House, table: str) -> None:
    house.done(table, "dylan", "close-float", counted="1000000")
    house.done(table, "dylan", "close-table")


def lobby(house: House) -> set[str]:
    return {card["id"] for card in house.ask("ines", "GET", "/api/tables").json()}


def test_a_closed_table_leaves_the_lobby_and_comes_when_it_is_asked_for(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        every = lobby(house)
        close(house, "mini")
        assert lobby(house) == every, "somebody may want to open it again"
        house.clock.advance(hours=2)
        again = {"name": "another", "id": "again", **OPENING}
        assert house.ask("dylan", "POST", "/api/tables", again).status_code == 200
        assert lobby(house) == every - {"mini"} | {"another"}
        assert house.ask("ines", "GET", "/api/tables/mini").json()["table"]["phase"] == "closed"
    with running(tmp_path, fresh=False) as house:
        assert "mini" not in lobby(house) and "another" in lobby(house)
        assert house.ask("ines", "GET", "/api/tables/mini/events").status_code == 200
        assert house.ask("ines", "GET", "/api/tables/nowhere").status_code == 404
