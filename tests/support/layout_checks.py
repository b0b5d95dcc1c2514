"""Layouts, equipment and forbidden conduct at a table, checked under each game's own clauses."""

from typing import Any

from sabot.table.running.inspection import things_of
from support.evening import Evening
from support.table_checks import SUPERVISOR, cannot_open, first_card, main


def bettor(game: str, **options: Any) -> Evening:
    """A table with a wager on it, before the first card."""
    evening = Evening(game, **options)
    evening.join("al", 1)
    main(evening, "al")
    return evening


def by_name(game: str, clause: str, *names: str) -> None:
    """A table opens with one of the document's layouts, and with the first where none is named."""
    assert Evening(game, ready=False).table.opened.layout == names[0]
    for name in names:
        assert Evening(game, ready=False, layout=name).table.opened.layout == name
    letter = names[-1].removeprefix("diagram ").lower()
    assert Evening(game, ready=False, layout=letter).table.opened.layout == names[-1]
    assert things_of(Evening(game).table)["layout"] == clause


def by_name_nearest_miss(game: str, clause: str, name: str) -> None:
    """Any other name is no layout, however much it says."""
    assert cannot_open(game, "unknown-layout", layout=name) == clause
    assert cannot_open(game, "unknown-layout", layout="") == clause


def carries(game: str, layout: str, side_bets: tuple[str, ...]) -> None:
    """The layout has an area for each of these, and for all of them together."""
    evening = Evening(game, ready=False, layout=layout, side_bets=side_bets)
    assert {*side_bets} <= {*evening.table.opened.wagers}
    chosen = Evening(game, ready=False, side_bets=side_bets).table.opened
    assert set(side_bets) <= set(chosen.wagers) and chosen.layout is not None


def carries_nearest_miss(game: str, clause: str, layout: str, wager: str) -> None:
    """The layout has no area for that wager, which is refused by its own clause."""
    assert cannot_open(game, "not-on-layout", layout=layout, side_bets=[wager]) == clause
    evening = bettor(game, layout=layout)
    evening.no_bet("not-offered", "al", wager)


def equipped(game: str, clause: str, thing: str, **options: Any) -> None:
    """Found missing when the table is looked over, it keeps the first card in the shoe."""
    evening = bettor(game, **options)
    (seen,) = evening.ok("inspect-table", **SUPERVISOR, missing=[thing], approval="letter 7")
    assert seen.missing == {thing: clause}  # type: ignore[attr-defined]
    refused = _not_dealt(evening)
    assert (refused.code, refused.clause) == ("not-equipped", clause)


def equipped_nearest_miss(game: str, clause: str, thing: str, **options: Any) -> None:
    """Once put right, it is dealt on; only a supervisor says so."""
    evening = bettor(game, **options)
    evening.ok("inspect-table", **SUPERVISOR, missing=[thing], approval="letter 7")
    evening.no("wrong-role", "inspect-table", approval="letter 7")
    (seen,) = evening.ok("inspect-table", **SUPERVISOR, approval="letter 7")
    assert seen.there[thing] == clause and not seen.missing  # type: ignore[attr-defined]
    first_card(evening)


def _not_dealt(evening: Evening) -> Any:
    if evening.table.conduct.calls.required:
        evening.ok("no-more-bets")
    return evening.ask("deal-card", card="2S")


def warned(game: str, clause: str) -> None:
    """The offender is told not to, and that stays on record."""
    evening = bettor(game)
    (told,) = evening.ok("warn-person", **SUPERVISOR, to="al", clause=clause, note="leaned over")
    assert (told.to, told.clause) == ("al", clause)  # type: ignore[attr-defined]
    assert told.note == "leaned over"  # type: ignore[attr-defined]


def warned_nearest_miss(game: str, clause: str) -> None:
    """Not by a clause that forbids nothing here, not without saying what was done, not oneself."""
    evening = bettor(game)
    evening.no("no-rule", "warn-person", **SUPERVISOR, to="al", clause="99.9", note="x")
    told = {**SUPERVISOR, "clause": clause}
    evening.no("no-reason", "warn-person", **told, to="al", note=" ")
    assert evening.no("bad-name", "warn-person", **told, to="sue", note="x").clause == clause
    rule = next(each for each in evening.table.conduct.forbidden if each.clause == clause)
    if rule.of == "staff":
        by_dealer = evening.no("wrong-role", "warn-person", to="di", clause=clause, note="x")
        assert by_dealer.clause == clause


def first_card_waits(game: str, clause: str, **options: Any) -> Evening:
    """Nothing is dealt before the sign stands; then it is."""
    evening = Evening(game, ready=False, **options)
    evening.ok("open-float", **SUPERVISOR, amount="100000")
    evening.fresh_cards()
    evening.join("al", 1)
    boxes = {"box": 1} if evening.table.book.procedure.takes_boxes else {}
    evening.bet("al", "player", "20", **boxes)
    evening.ok("no-more-bets")
    assert evening.no("not-displayed", "deal-card", card="KS").clause == clause
    evening.ok("show-odds")
    evening.says("deal-card", card="KS")
    return evening
