"""The audit's own arithmetic: alone, held to the reference table, and finding faults of the table.

The audit decides every command again with the code under test, so that a fault in that code decides
the same again. What is worked out apart finds it."""

import ast
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

import sabot.audit.checks
from reference import limits as reference_limits
from reference.games import GAMES
from reference.settlement import Hands, payment, rows_of, stands_off, won
from reference.state import Piece
from sabot.audit.checks.arithmetic import (
    LimitedStake,
    Sign,
    divided,
    first_laid,
    live_of,
    paid,
    pro_rata,
)
from sabot.audit.checks.settlements import derived
from sabot.core.cards import read_card
from sabot.coup import Coup, deal, deal_so_far
from sabot.coup import coup as engine
from sabot.rulebooks import RULEBOOKS
from sabot.rules import Choice, Due
from sabot.table.betting import one_wager, totals
from sabot.table.irregularities.remedies import coups, reconstruction
from sabot.table.result import debts, settlement, void_wagers
from sabot.table.round import Laid
from sabot.table.stream import replace
from test_floor import Casino, audit_of

CHECKS = Path(sabot.audit.checks.__file__).parent
OWN = ("arithmetic.py", "commands.py", "cuts.py", "settlements.py", "undone.py")
SCHEMES = {"standard": "commission", "commission": "commission", "even-money": "even-money",
           "non-commission": "non-commission"}  # fmt: skip
COUPS = 60


def imports(file: str) -> list[tuple[str, str]]:
    tree = ast.parse((CHECKS / file).read_text())
    return [
        (str(node.module), alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]


def test_the_arithmetic_imports_nothing_of_sabot() -> None:
    tree = ast.parse((CHECKS / "arithmetic.py").read_text())
    assert not any(isinstance(node, ast.Import) for node in ast.walk(tree))
    assert {module for module, _ in imports("arithmetic.py")} <= {
        "collections.abc", "math", "typing",
    }  # fmt: skip


@pytest.mark.parametrize("file", OWN)
def test_the_checks_take_shapes_from_the_table_and_no_function(file: str) -> None:
    for module, name in imports(file):
        if module.startswith("sabot.table"):
            assert name[0].isupper(), f"{file} imports {module}.{name}"


@pytest.mark.parametrize("file", OWN)
def test_the_checks_import_nothing_that_settles_or_rounds(file: str) -> None:
    """The engine deals the cards again; odds, pay, rounding and cuts are the audit's own."""
    allowed = {
        "sabot.coup": {"Coup", "deal", "deal_so_far"},
        "sabot.core.money": {"Odds", "TOURNAMENT", "cash", "cents"},
    }
    for module, name in imports(file):
        assert name in allowed.get(module, {name}), f"{file} imports {module}.{name}"
        assert name not in {"verdict", "payment", "settle", "settle_one"}


# Held to the reference


def dealt(game: str, rng: Random) -> Coup:
    """A random coup of one box, or of the table."""
    book = RULEBOOKS[game]
    boxes = (1,) if book.procedure.takes_boxes else ()
    cards: list[str] = []
    decisions: dict[int, Any] = {}
    while True:
        given = tuple(map(read_card, cards))
        due = deal_so_far(book, given, boxes, decisions).due
        if isinstance(due, Due):
            cards.append(f"{rng.choice('A23456789TJQK')}{rng.choice('SHDC')}")
        elif isinstance(due, Choice):
            decisions[due.box] = rng.choice(("draw", "stand"))
        else:
            return deal(book, cards, boxes, decisions)


def bets_of(game: str) -> dict[str, tuple[str, str | None]]:
    """The product's wagers, each with the reference's name for it and its Pairs option."""
    named: dict[str, tuple[str, str | None]] = {}
    for bet in RULEBOOKS[game].by_id:
        kind, _, hand = bet.rpartition("-")
        if kind.endswith("pairs"):
            named[bet] = f"pair-{hand}", kind.removesuffix("pairs").rstrip("-") or None
        else:
            named[bet] = bet, None
    return named


def card_of(card: Any) -> str:
    """A card as the reference writes it; the printed one of a layout has no suit."""
    return f"{'10' if card.rank == 'T' else card.rank}{card.suit or '*'}"


def hands_of(game: str, coup: Coup) -> Hands:
    document = GAMES[game]
    shown = {name: tuple(map(card_of, hand.cards)) for name, hand in coup.hands.items()}
    player = shown.get("player") or shown.get("box 1") or ()
    return Hands(player, shown[document.house], document.compared_by)


@pytest.mark.parametrize("game", GAMES)
def test_settlements_are_those_of_the_reference(game: str) -> None:
    rng, document, book = Random(game), GAMES[game], RULEBOOKS[game]
    for _ in range(COUPS):
        coup, chip = dealt(game, rng), rng.choice((50, 100, 250, 500))
        hands = hands_of(game, coup)
        drawn = len(hands.player) == 3
        for scheme in document.schemes:
            paying = SCHEMES[scheme] if book.schemes else None
            for bet, (name, option) in bets_of(game).items():
                if book.by_id[bet].played_when and not drawn:
                    continue  # a DRAW wager lies only where a card was drawn
                stakes = [chip * rng.randint(1, 99) for _ in range(rng.randint(1, 3))]
                box = 1 if book.by_id[bet].space.per_box else None
                wager = [Laid(n, "ann", bet, each, each, box) for n, each in enumerate(stakes)]
                table = SimpleNamespace(
                    book=book, opened=SimpleNamespace(chip=chip),
                    round=SimpleNamespace(scheme=paying, void_hands={}),
                )  # fmt: skip
                ends = derived(cast(Any, table), coup, wager, None)
                row = won(rows_of(document, scheme, name, option), hands)
                if row is None:
                    fate = "standoff" if stands_off(document, name, hands) else "lose"
                    assert {getattr(each, "outcome", None) for each in ends} == {fate}, bet
                    continue
                wanted = payment(sum(stakes), row.odds, chip, document.rounds_up)
                if wanted is None:
                    assert not any(hasattr(each, "pays") for each in ends)
                else:
                    assert sum(each.pays for each in ends) == wanted, (bet, hands)  # type: ignore[union-attr, misc]


def test_shares_and_cuts_are_those_of_the_reference() -> None:
    rng = Random(27)
    for _ in range(500):
        chip = rng.choice((50, 500))
        amounts = [chip * rng.randint(0, 40) for _ in range(rng.randint(1, 6))]
        most = chip * rng.randint(1, 120)
        assert pro_rata(amounts, most, chip) == reference_limits.pro_rata(amounts, most, chip)
        pieces = [Piece(n, "chips", each) for n, each in enumerate(amounts)]
        kept = {each.order: each.amount for each in reference_limits.keep(pieces, most)}
        assert first_laid(amounts, most) == [kept.get(n, 0) for n in range(len(amounts))]
        parts = divided(most, amounts)
        assert sum(parts) == (most if sum(amounts) else 0) and min(parts) >= 0


def staked(*amounts: int, most: int = 10**9) -> list[LimitedStake]:
    return [
        LimitedStake(n, f"p{n}", "player", None, 1, each, True, most, 10**9, 50)
        for n, each in enumerate(amounts)
    ]


@pytest.mark.parametrize(
    ("amounts", "most", "area", "wanted"),
    [
        ((900_00, 100_00), 100_00, 100_00, (50_00, 50_00)),
        ((150_00, 250_00), 120_00, 300_00, (120_00, 120_00)),
        ((5_00, 40_00), 10_00, 20_00, (5_00, 10_00)),
    ],
)
def test_6_5_each_wager_to_its_maximum_then_the_area(
    amounts: tuple[int, ...], most: int, area: int, wanted: tuple[int, ...]
) -> None:
    sign = Sign(50, area, cuts_late=True, shares=True)
    assert tuple(live_of(staked(*amounts, most=most), sign, {}).values()) == wanted


def test_12_22_a_loss_limit_cuts_the_last_bet_first() -> None:
    sign = Sign(50, None, cuts_late=True, shares=True)
    own = [each._replace(player="p") for each in staked(30_00, 20_00)]
    assert live_of(own, sign, {"p": 35_00}) == {0: 30_00, 1: 5_00}
    assert live_of(own, sign, {"p": 50_00}) == {0: 30_00, 1: 20_00}
    assert paid(10_00, (1, 1), 50, rounds=True) == 10_00


# A fault in the table is found


def evening() -> Casino:
    """Wagers that are raised and cut, a win, a loss, a reversal, a rebuilt coup, a debt."""
    casino = Casino("star-baccarat", feed="typed", sign={"minimum": "5", "maximum": "100",
                                                         "area_maximum": "150"})  # fmt: skip
    for place, player in enumerate(("ann", "ben", "cy"), 1):
        casino.ok("join-table", player=player, place=place, chips="1000", card=f"card {player}")
    bets(casino, ("ann", "player", "60"), ("ann", "player", "40"), ("ben", "banker", "35"))
    casino.coup("9S 5H KD 2C")
    bets(casino, ("ann", "banker", "15"), ("ann", "banker", "20"), ("ben", "player", "100"))
    casino.coup("5D 9H 2D KC")
    casino.ok("leave-table", player="ben")
    voided(casino)
    bets(casino, ("ann", "player", "100"), ("cy", "banker", "35"))
    casino.coup("9C 5S KS 2H")
    casino.ok("leave-table", player="ann")
    rebuilt(casino)
    return casino


def bets(casino: Casino, *laid: tuple[str, str, str]) -> None:
    for player, on, amount in laid:
        own = {"actor": player, "role": "player", "player": player}
        casino.ok("place-wager", **own, on=on, amount=amount)


def confirmed(casino: Casino) -> None:
    number = max(casino.table.statements.pending, default=None)
    if number is not None:
        who = {"actor": "vera", "role": "casino supervisor"}
        casino.ok("confirm-statement", **who, number=number, reason="seen")


def voided(casino: Casino) -> None:
    casino.ok("report-irregularity", situation="cannot-rebuild", actor="sue",
              role="casino supervisor")  # fmt: skip
    confirmed(casino)


def rebuilt(casino: Casino) -> None:
    casino.ok("report-irregularity", situation="wrong-deal", circumstances={"in_doubt": False},
              cards=["5S", "9C", "2H", "KS"])  # fmt: skip
    confirmed(casino)
    own = {"actor": "cy", "role": "player", "player": "cy"}
    casino.ok("keep-wagers", **own)
    for do in ("resume-play", "announce-counts", "announce-result", "settle-wagers", "clear-cards"):
        casino.ok(do)


def own_findings(casino: Casino) -> set[str]:
    return {each.finding for each in audit_of(casino)}


def test_an_honest_evening_has_no_finding() -> None:
    casino = evening()
    assert own_findings(casino) == set()
    assert casino.table.debts


def one_chip_more(original: Any) -> Any:
    def altered(*args: Any, **more: Any) -> Any:
        ended = original(*args, **more)
        return replace(ended, pays=ended.pays + 50) if ended.pays else ended

    return altered


def rounded_down(original: Any) -> Any:
    return lambda stake, odds, chip, rule: stake * odds.pays // (odds.per * chip) * chip


def winner_loses(original: Any) -> Any:
    def altered(*args: Any) -> Any:
        ended = original(*args)
        return ended._replace(outcome="lose", odds=None) if ended.outcome == "win" else ended

    return altered


def nothing_advanced(original: Any) -> Any:
    def altered(*args: Any, **more: Any) -> Any:
        lent = original(*args, **more)
        return lent._replace(amounts={key: each // 2 for key, each in lent.amounts.items()})

    return altered


def all_live(original: Any) -> Any:
    return lambda stakes, total: [laid.live for laid in stakes]


def half_live(original: Any) -> Any:
    return lambda stakes, total: [min(laid.live, total) // 2 for laid in stakes]


def unequal(original: Any) -> Any:
    return lambda pays, stakes: [pays // len(stakes) for _ in stakes]


def stake_kept(original: Any) -> Any:
    def altered(*args: Any, **more: Any) -> Any:
        return [due._replace(amount=due.amount // 2) for due in original(*args, **more)]

    return altered


@pytest.mark.parametrize(
    ("where", "name", "fault", "found"),
    [
        (settlement, "settle_one", one_chip_more, "wrong-settlement"),
        (settlement, "parts_of", unequal, "wrong-settlement"),
        (engine, "payment", rounded_down, "wrong-settlement"),
        (engine, "verdict", winner_loses, "wrong-settlement"),
        (reconstruction, "advance", nothing_advanced, "wrong-undoing"),
        (coups, "_due", stake_kept, "wrong-undoing"),
        (coups, "kept_for", lambda original: lambda *args: {}, "wrong-debt"),
        (debts, "only_some", lambda original: lambda amounts: {}, "wrong-undoing"),
        (settlement, "_lost", lambda original: lambda *args: 0, "wrong-loss"),
        (coups, "_signed", lambda original: lambda *args: 0, "wrong-loss"),
    ],
)
def test_a_fault_in_the_tables_arithmetic_is_found(
    monkeypatch: pytest.MonkeyPatch, where: Any, name: str, fault: Any, found: str
) -> None:
    original = getattr(where, name, None)
    monkeypatch.setattr(where, name, fault(original), raising=False)
    assert found in own_findings(evening())


def cut_evening() -> Casino:
    """Three wagers on one area, above its maximum together."""
    casino = Casino("star-baccarat", feed="typed", sign={"minimum": "5", "maximum": "100",
                                                         "area_maximum": "60"})  # fmt: skip
    for place, player in enumerate(("ann", "ben"), 1):
        casino.ok("join-table", player=player, place=place, chips="1000", card=f"card {player}")
    bets(casino, ("ann", "player", "40"), ("ann", "player", "30"), ("ben", "banker", "35"))
    casino.coup("9S 5H KD 2C")
    return casino


def test_nearest_miss_honest_cuts_have_no_finding() -> None:
    casino = cut_evening()
    assert own_findings(casino) == set()
    assert casino.table.last is not None and casino.table.last.stakes[2].live == 20_00


@pytest.mark.parametrize("fault", [all_live, half_live])
def test_a_fault_in_cuts_is_found(monkeypatch: pytest.MonkeyPatch, fault: Any) -> None:
    monkeypatch.setattr(totals, "kept_of", fault(one_wager.kept_of))
    assert "wrong-cut" in own_findings(cut_evening())


def reduced_evening() -> Casino:
    """Sixty in three parts and 30 beside it, reduced to 50 in chips of 5."""
    casino = Casino("star-baccarat", feed="typed", chip="5",
                    sign={"minimum": "5", "maximum": "100", "differential": "50"})  # fmt: skip
    for place, player in enumerate(("ann", "ben"), 1):
        casino.ok("join-table", player=player, place=place, chips="1000", card=f"card {player}")
    bets(casino, *[("ann", "player", "20")] * 3, ("ben", "player", "30"))
    casino.ok("reduce-wagers", side="player")
    return casino


def test_a_fault_in_a_reduction_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert own_findings(reduced_evening()) == set()
    monkeypatch.setattr(totals, "wagers_in", lambda stakes, *more: [[laid] for laid in stakes])
    assert "wrong-cut" in own_findings(reduced_evening())


def test_a_fault_in_a_void_coup_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    original = void_wagers.undo_settlements

    def altered(*args: Any, **more: Any) -> Any:
        undoing = original(*args, **more)
        return replace(undoing, moves=undoing.moves[:-1])

    monkeypatch.setattr(void_wagers, "undo_settlements", altered)
    casino = cut_evening()
    bets(casino, ("ann", "player", "40"))
    casino.ok("no-more-bets")
    for card in ("9D", "5C", "KH", "2S"):
        casino.ok("deal-card", card=card)
    for do in ("announce-counts", "announce-result", "settle-wagers"):
        casino.ok(do)
    voided(casino)
    assert "wrong-undoing" in own_findings(casino)
