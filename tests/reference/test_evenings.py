"""Random evenings: money is conserved, refusals change nothing, and `may` tells the truth."""

from typing import Any

import pytest

from reference.chance import NAMES, Chance
from reference.deal import phase
from reference.evening import Evening, Ruling
from reference.facts import Brought, Fact, Joined, Opened
from reference.openings import DEFAULTS
from reference.state import Options, Table

SETTINGS: dict[str, list[dict[str, Any]]] = {
    "star-baccarat": [
        {"offered": frozenset({"pair-player", "super-six"}), "areas": {"player": 150_00}},
        {"source": "device", "method": "B", "differential": 100_00},
        {"offered": frozenset({"tiger", "tiger-tie"}), "method": "B"},
    ],
    "star-seven-up": [{"offered": frozenset({"super-sevens"}), "areas": {"banker": 100_00}}],
    "star-three-card": [{"areas": {"player": 150_00}}, {"source": "device", "method": "B"}],
    "star-lucky-draw": [{}, {"source": "device"}],
    "canberra-mini": [
        {"offered": frozenset({"pair-player", "pair-banker"}), "pairs": "perfect"},
        {"method": "B", "differential": 100_00},
    ],
}

TABLES = [(game, number) for game, each in SETTINGS.items() for number in range(len(each))]


def snapshot(table: Table) -> str:
    """Return everything that a refused fact must not change."""
    fields = {name: value for name, value in vars(table).items() if name not in ("now", "signs")}
    fields["money"] = {place: cents for place, cents in table.money.items() if cents}
    fields["shoe"] = {**vars(table.shoe), "out": +table.shoe.out}
    return repr(fields)


def check_money(table: Table, ruling: Ruling) -> None:
    """Money is where it is: nothing appears, nothing is lost, and no place is overdrawn."""
    tokens = {p: c for p, c in ruling.money.items() if p.startswith("token")}
    debts = {p: c for p, c in ruling.money.items() if p.startswith("debt:")}
    others = set(ruling.money) - set(tokens) - set(debts)
    assert sum(ruling.money[place] for place in others) == 0
    assert sum(tokens.values()) == 0
    for place, cents in ruling.money.items():
        assert cents >= 0 or place in ("float", "outside", "token-drop", "cage"), (place, cents)
    lying = table.parked + ([] if table.coup and table.coup.undone is not None else table.wagers)
    for name in table.players:
        mine = [wager for wager in lying if wager.player == name]
        chips = sum(wager.part("chips") for wager in mine)
        assert chips == ruling.money.get(f"layout:{name}", 0)
        assert sum(w.part("tokens") for w in mine) == ruling.money.get(f"token-layout:{name}", 0)
        assert ruling.owed[name] == (
            sum(ruling.money.get(f"{place}:{name}", 0) for place in ("chips", "layout", "account"))
            - ruling.money.get(f"debt:{name}", 0)
        )


def put_and_check(evening: Evening, fact: Fact) -> Ruling:
    """Put a fact and check what holds after any fact."""
    table = evening.table
    allowed, before = evening.may(), snapshot(table)
    ruling = evening.put(fact)
    if type(fact).__name__ not in allowed:
        assert ruling.refused is not None, (fact, phase(table))
    if ruling.refused is not None:
        assert snapshot(table) == before, (fact, ruling.refused)
    assert ruling.may, ruling.phase
    check_money(table, ruling)
    return ruling


def play(game: str, number: int, seed: int, facts: int) -> Evening:
    """Play an evening of random facts."""
    settings = {"minimum": 5_00, "maximum": 200_00, "chips": (50, 5_00), "boxes": 4}
    options = Options(**{**settings, **DEFAULTS[game], **SETTINGS[game][number]})
    evening = Evening(game, options)
    chance = Chance(seed, evening)
    put_and_check(evening, Opened(50_000_00))
    for box, name in enumerate(NAMES, start=1):
        put_and_check(evening, Joined(name, box))
        put_and_check(evening, Brought(name, 500_00))
    evening.table.layout_approved = True
    evening.table.displayed.add("pairs")
    for _ in range(facts):
        if evening.table.closed:
            break
        put_and_check(evening, chance.sensible() if chance.yes(0.8) else chance.wild())
    return evening


@pytest.mark.parametrize(("game", "number"), TABLES)
def test_random_evenings(game: str, number: int) -> None:
    evenings = [play(game, number, seed, 60) for seed in range(2)]
    assert any(evening.table.history for evening in evenings)


@pytest.mark.campaign
@pytest.mark.parametrize(("game", "number"), TABLES)
def test_many_random_evenings(game: str, number: int) -> None:
    for seed in range(100):
        play(game, number, seed, 150)
