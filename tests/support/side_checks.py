"""Side bets at a live table, checked under each game's own clauses."""

from typing import Any

from support.evening import Evening
from support.table_checks import power

SUPER_SIX = ("pairs-player", "pairs-banker", "super-six")
TIGER = ("tiger-tie", "tiger-pair", "tiger", "big-tiger", "small-tiger")
LAYOUTS = {
    **dict.fromkeys(SUPER_SIX, SUPER_SIX),
    **dict.fromkeys(TIGER, TIGER),
    "super-sevens": ("super-sevens",),
}


def offering(game: str, wager: str, **options: Any) -> Evening:
    """A table whose layout carries the wager, with four players in its first seats."""
    evening = Evening(game, side_bets=LAYOUTS[wager], **options)
    for place, name in enumerate(("al", "bo", "cy", "di"), 1):
        evening.join(name, place)
    return evening


def _restriction(evening: Evening, wager: str) -> dict[str, Any]:
    rule = evening.table.conduct.side_bet(wager)
    assert rule is not None and rule.restrict is not None
    by = power(evening, rule.restrict.by)
    return {**by, "wager": wager, "told": list(rule.tells), "sign": True}


def amount_shown(game: str, clause: str, wager: str) -> None:
    """The sign shows what the side bet takes, and that binds it."""
    amounts = {"wagers": {wager: {"minimum": "10", "maximum": "40"}}}
    evening = offering(game, wager, sign=amounts)
    rule = evening.table.conduct.side_bet(wager)
    assert rule is not None and rule.sign == clause
    shown = evening.opened[0].limit.by_wager[wager]  # type: ignore[attr-defined]
    assert (shown.least, shown.most) == (10_00, 40_00)
    evening.bet("al", "player", "5")
    evening.no_bet("below-minimum", "al", wager, "9")
    evening.no_bet("above-maximum", "al", wager, "41")
    evening.bet("al", wager, "40")


def restrict(game: str, clause: str, wager: str) -> None:
    """Reserved for players with a main bet, once the right people know and a sign is up."""
    evening = offering(game, wager)
    asked = _restriction(evening, wager)
    assert evening.no("wrong-role", "restrict-side-bet", **{**asked, "role": "dealer"}).clause == (
        clause
    )
    (done,) = evening.ok("restrict-side-bet", **asked)
    assert done.clause == clause and wager in done.wagers  # type: ignore[attr-defined]
    evening.bet("bo", "banker")
    assert evening.no_bet("main-bettors-only", "al", wager).clause == clause
    evening.bet("bo", wager)


def restrict_nearest_miss(game: str, clause: str, wager: str) -> None:
    """Until then, and once it is lifted, it is open to players without one; and a main bet stays
    while such a side bet lies there."""
    evening = offering(game, wager)
    asked = _restriction(evening, wager)
    evening.bet("bo", "banker")
    evening.bet("al", wager)
    evening.ok("restrict-side-bet", **asked)
    evening.bet("bo", wager)
    back = {"actor": "bo", "role": "player", "player": "bo", "on": "banker"}
    assert evening.no("main-bettors-only", "withdraw-wager", **back).clause == clause
    lifts = {key: asked[key] for key in ("actor", "role", "wager")}
    evening.ok("lift-restriction", **lifts)
    evening.bet("cy", wager)
    evening.no("not-restricted", "lift-restriction", **lifts)


def told(game: str, clause: str, wager: str) -> None:
    """Notices that come first are given first, and that is kept."""
    evening = offering(game, wager)
    asked = _restriction(evening, wager)
    assert evening.no("not-told", "restrict-side-bet", **{**asked, "told": []}).clause == clause
    for who in asked["told"]:
        rest = [each for each in asked["told"] if each != who]
        refused = evening.no("not-told", "restrict-side-bet", **{**asked, "told": rest})
        assert refused.clause == clause
    (done,) = evening.ok("restrict-side-bet", **asked)
    assert list(done.told) == asked["told"]  # type: ignore[attr-defined]


def restriction_sign(game: str, clause: str, wager: str) -> None:
    """Without a sign for the players there is no restriction."""
    evening = offering(game, wager)
    asked = _restriction(evening, wager)
    assert evening.no("no-sign", "restrict-side-bet", **{**asked, "sign": False}).clause == clause
    assert not evening.table.restricted
    evening.ok("restrict-side-bet", **asked)
    assert wager in evening.table.restricted


def one_each(game: str, clause: str, wager: str) -> None:
    """A player has one such wager in a coup, and main bettors come first where room is short."""
    evening = offering(game, wager, sign={"positions": 2})
    evening.bet("al", wager)
    assert evening.no_bet("one-each", "al", wager, area=5).clause == clause
    evening.bet("al", wager)  # which raises the one that lies
    evening.bet("bo", wager)
    assert evening.no_bet("no-room", "cy", wager).clause == clause
    evening.bet("cy", "player")
    gone, _ = evening.bet("cy", wager)
    assert gone.clause == clause  # type: ignore[attr-defined]
    on_it = {laid.player for laid in evening.table.round.stakes.values() if laid.on == wager}
    assert on_it == {"al", "cy"} and evening.chips("bo") == 10_000_00


def one_each_nearest_miss(game: str, clause: str, wager: str) -> None:
    """A main bettor keeps the place; and in the next coup all may bet again."""
    evening = offering(game, wager, sign={"positions": 1})
    rule = evening.table.conduct.side_bet(wager)
    assert rule is not None and rule.preference == clause
    evening.bet("al", "player")
    evening.bet("al", wager)
    evening.bet("bo", "player")
    assert evening.no_bet("no-room", "bo", wager).clause == clause
    evening.coup("5S 9H KD KC")
    evening.bet("bo", wager)
    assert evening.no_bet("no-room", "cy", wager).clause == clause
