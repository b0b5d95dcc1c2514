"""Rules laid over a table: another currency, and clauses that are as good as not written."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

import games as described
from sabot.core.money import TOURNAMENT
from sabot.engine.ledger import balance, of_player
from sabot.rules.digest import digest
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.operation.conduct import Conduct
from sabot.rules.overlay import Overlay, is_below
from sabot.server.tables.choices import choices_of
from sabot.views.felt.offer import posted_of
from support.editions import enact
from support.evening import SIGN, Evening
from support.heat_evening import HOUSE, plan
from support.table_checks import SUPERVISOR, first_card

BOOKS = {id_: game.book for id_, game in described.GAMES.items()}
TOURNAMENT_PLAY = {id_: book.tournament.overlay for id_, book in BOOKS.items() if book.tournament}
GAMES = tuple(TOURNAMENT_PLAY)
FIFTY = {**SIGN, "minimum": "50"}


@pytest.fixture
def overlaid(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, overlay in TOURNAMENT_PLAY.items():
        enact(monkeypatch, replace(BOOKS[game], overlays={overlay.name: overlay}))


def seated(game: str, overlay: str | None, **options: Any) -> Evening:
    """Al and Bo at a table under an overlay, in a heat, or under none, with a thousand each. Bo
    need not wager, being away."""
    evening = Evening(game, overlay=overlay, **options)
    if overlay:
        evening.ok("seat-heat", **HOUSE, plan=_plan(evening))
    for place, player in enumerate(("al", "bo"), 1):
        evening.join(player, place, chips="0" if overlay else "1000")
    if overlay:
        head = BOOKS[game].tournament
        assert head is not None
        evening.ok("start-heat", actor="tina", role=head.desk.head)
        evening.ok("note-away", player="bo")
    return evening


def _plan(evening: Evening) -> dict[str, Any]:
    sign = evening.table.sign
    limits = [{"since": 1, "minimum": sign.least, "maximum": sign.most}]
    order = evening.table.opened.rulebook == "canberra-mini"
    return plan({1: "al", 2: "bo"}, limits=limits, chip=50, order=order)


@pytest.mark.usefixtures("overlaid")
def test_an_overlaid_table_plays_in_its_own_currency() -> None:
    evening = Evening("star-baccarat", overlay="tournament")
    assert evening.money("float", TOURNAMENT) == 10_000_000
    evening.no("no-heat", "join-table", player="zoe", card="z")
    evening = seated("star-baccarat", "tournament")
    evening.no_bet("wrong-currency", "al", "player", currency="chips")
    evening.bet("al", "player", "100")
    evening.coup("9S 5H KD KC")
    assert balance(evening.table.balances, of_player("al"), TOURNAMENT) == 110_000
    assert evening.chips("al") == 0
    evening.ok("leave-table", player="al")
    assert evening.chips("al", TOURNAMENT) == 110_000


@pytest.mark.usefixtures("overlaid")
def test_an_overlay_changes_the_conduct_of_its_table_only() -> None:
    over = Evening("star-baccarat", overlay="tournament", ready=False).table
    plain = Evening("star-baccarat", ready=False).table
    assert over.conduct.limits.pro_rata is None and over.conduct.overlaid == "15.2.1"
    assert plain.conduct.limits.pro_rata == "6.5" and plain.conduct.overlaid is None
    assert plain.opened.digest == digest(BOOKS["star-baccarat"]) != over.opened.digest


def test_a_rulebook_without_overlays_refuses_one() -> None:
    assert set(GAMES) == {game for game, book in BOOKS.items() if book.overlays}
    for game in set(BOOKS) - set(GAMES):
        evening = Evening(game, ready=False)
        evening.ok("close-table", role="casino operator")
        sign = {"minimum": "5", "maximum": "10"}
        given = {"rulebook": game, "sign": sign, "overlay": "tournament"}
        evening.no("no-rule", "open-table", role="casino operator", **given)


@pytest.mark.usefixtures("overlaid")
def test_low_limit_gaming_takes_no_overlay() -> None:
    evening = Evening("star-baccarat", ready=False)
    evening.ok("close-table", role="casino supervisor")
    sign = {"minimum": "5", "maximum": "10"}
    given = {"rulebook": "star-baccarat", "sign": sign, "overlay": "tournament"}
    refused = evening.no(
        "low-limit", "open-table", role="casino supervisor", low_limit=True, **given
    )
    assert refused.clause == "6.9.1"


# What is switched off


def clauses_in(part: Any) -> Iterator[str]:
    """Every text in a part of conduct; those that are clauses begin with a number."""
    if isinstance(part, str):
        yield part
    elif is_dataclass(part) and not isinstance(part, type):
        for each in fields(part):
            yield from clauses_in(getattr(part, each.name))
    elif isinstance(part, dict):
        for each in part.values():
            yield from clauses_in(each)
    elif isinstance(part, tuple):
        for each in part:
            yield from clauses_in(each)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_left_of_a_clause_that_is_off_and_all_of_the_others(game: str) -> None:
    overlay, plain = TOURNAMENT_PLAY[game], BOOKS[game].conduct
    before, after = set(clauses_in(plain)), set(clauses_in(overlay.laid_over(plain)))
    gone = {each for each in before if is_below(each, overlay.switched_off)}
    assert after == (before - gone) | {overlay.clause}
    for each in overlay.switched_off:
        assert each in gone, "the document's conduct rests on it without the overlay"
    assert not overlay.switched_off or plain != replace(overlay.laid_over(plain), overlaid=None)


def test_what_a_document_cannot_do_without_cannot_be_switched_off() -> None:
    overlay = Overlay("tournament", "15.2.1", ("6.1",), TOURNAMENT)
    with pytest.raises(ValueError, match=r"has always its sign: 6\.1 cannot be off"):
        overlay.laid_over(BOOKS["star-baccarat"].conduct)


def test_what_else_an_overlay_brings_comes_after_what_it_takes() -> None:
    def maximum(conduct: Conduct) -> Conduct:
        return replace(conduct, limits=replace(conduct.limits, late_maximum="15.6.14"))

    overlay = Overlay("tournament", "15.2.1", ("6.5",), TOURNAMENT, maximum)
    limits = overlay.laid_over(BOOKS["star-baccarat"].conduct).limits
    assert (limits.late_maximum, limits.pro_rata) == ("15.6.14", None)


Shows = Callable[[str, str | None, str | None], None]
"""A game, the overlay of its table, and the clause that decides there, if it does."""


def report(evening: Evening, situation: str, **said: Any) -> Any:
    return evening.ok("report-irregularity", situation=situation, **said)[0]


def decided(said: Any, clause: str | None, outcome: Outcome) -> None:
    """Return what the document says of it; or nothing, so that a supervisor has to decide."""
    wanted = (clause, outcome) if clause else (None, Outcome.NO_RULE)
    assert (said.clause, Outcome[said.outcome]) == wanted


def late_differential(game: str, overlay: str | None, clause: str | None) -> None:
    evening = seated(game, overlay, sign={"differential": "100"})
    evening.bet("al", "player", "300")
    first_card(evening)
    said = report(evening, "differential", circumstances={"when": "during"})
    decided(said, clause, Outcome.ALL_VALID)


def late_minimum(game: str, overlay: str | None, clause: str | None) -> None:
    evening = seated(game, overlay)
    evening.bet("al", "player", "300")
    first_card(evening)
    said = report(evening, "below-minimum", player="bo", amount="2", on="player")
    decided(said, clause, Outcome.VALID)
    assert len(evening.table.round.stakes) == (2 if clause else 1)


def late_maximum(game: str, overlay: str | None, clause: str | None) -> None:
    """Also for an area, which players of a heat do not share."""
    if overlay is None:
        evening = seated(game, overlay, sign={"area_maximum": "300"})
        if evening.table.conduct.sharing.at_first == 1:
            evening.ok("limit-players", **SUPERVISOR, area=3)
        evening.bet("al", "player", "200", area=1)
        evening.bet("bo", "player", "200", area=1)
        first_card(evening)
        lives = [(laid.live, laid.clause) for laid in evening.table.round.stakes.values()]
        assert lives == [(150_00, clause)] * 2
    found = seated(game, overlay, sign={"maximum": "500"})
    found.bet("al", "player", "300")
    first_card(found)
    late = {"player": "bo", "amount": "600", "on": "player"}
    said = report(found, "above-maximum", circumstances={"when": "during"}, **late)
    decided(said, clause, Outcome.TO_MAXIMUM)


def changes(game: str, overlay: str | None, clause: str | None) -> None:
    """Not after any sign, nor at once, nor down; and it is not offered."""
    evening = seated(game, None) if overlay is None else Evening(game, overlay=overlay)
    evening.ok("post-sign", **SUPERVISOR, kind="minimum", amount="50", takes_effect=evening.now)
    evening.wait(minutes=20)
    offered = choices_of(evening.table)
    if clause is not None:
        assert offered.change_limits is not None and offered.change_limits.clause == clause
        evening.ok("change-limits", **SUPERVISOR, sign=FIFTY)
        evening.ok("raise-minimum", **SUPERVISOR, minimum="60")
        return
    assert (offered.change_limits, offered.raise_minimum) == (None, None)
    assert [each.name for each in offered.signs if each.name != "variant"] == ["close"]
    (shown,) = posted_of(evening.table)
    assert shown.takes_effect == shown.posted
    lower = {**SIGN, "minimum": "2"}
    for do, said in (
        ("change-limits", {"sign": FIFTY}),
        ("change-limits", {"sign": lower}),
        ("raise-minimum", {"minimum": "60"}),
        ("end-protection", {}),
    ):
        refused = evening.no("no-rule", do, **SUPERVISOR, **said)
        assert refused.clause == TOURNAMENT_PLAY[game].clause
        assert evening.no("wrong-role", do, **said).clause in (refused.clause, None)


def personal(game: str, overlay: str | None, clause: str | None) -> None:
    evening = seated(game, None) if overlay is None else Evening(game, overlay=overlay)
    own = {**SUPERVISOR, "player": "al", "minimum": "100", "maximum": "5000"}
    offered = choices_of(evening.table).personal
    if clause is not None:
        assert offered is not None and offered.clause == clause
        if overlay is None:
            evening.ok("set-personal-limits", **own)
        else:
            evening.no("not-at-table", "set-personal-limits", **own)
        return
    assert offered is None
    refused = evening.no("no-rule", "set-personal-limits", **own)
    assert refused.clause == TOURNAMENT_PLAY[game].clause


SHOWN: dict[str, Shows] = {
    "6.3": late_differential,
    "6.4": late_minimum,
    "6.5": late_maximum,
    "6.7": changes,
    "6.8": personal,
}
OFF = [(game, each) for game in GAMES for each in TOURNAMENT_PLAY[game].switched_off]
SAME_NUMBERS = ("star-baccarat", "star-seven-up")
STILL_ON = [
    (game, each)
    for game in SAME_NUMBERS
    for each in SHOWN
    if each not in TOURNAMENT_PLAY[game].switched_off
]


@pytest.mark.usefixtures("overlaid")
@pytest.mark.parametrize(("game", "clause"), OFF)
def test_a_clause_that_is_off_is_not_enforced_under_the_overlay_alone(
    game: str, clause: str
) -> None:
    SHOWN[clause](game, None, clause)
    SHOWN[clause](game, "tournament", None)


@pytest.mark.usefixtures("overlaid")
@pytest.mark.parametrize(("game", "clause"), STILL_ON)
def test_nearest_miss_a_clause_that_only_the_other_document_has_off(game: str, clause: str) -> None:
    """A clause switched off in one document stays in the other: its own list counts."""
    SHOWN[clause](game, "tournament", clause)


@pytest.mark.usefixtures("overlaid")
def test_nearest_miss_the_past_of_a_differential_is_no_rule_for_the_coup_being_dealt() -> None:
    """7-Up keeps 6.5.1 for earlier coups; without 6.3 it does not speak of this one."""
    evening = seated("star-seven-up", "tournament", sign={"differential": "100"})
    evening.bet("al", "player", "50")
    evening.coup("5H AS KD")
    past = {"when": "past"}
    said = report(evening, "differential", circumstances=past, coup=1)
    decided(said, "6.5.1", Outcome.STAND)


@pytest.mark.usefixtures("overlaid")
def test_a_document_that_switches_nothing_off_keeps_every_rule() -> None:
    over, plain = (seated("canberra-mini", name).table.conduct for name in ("tournament", None))
    assert replace(over, overlaid=None) == plain and over.overlaid == "15.1"
