"""Minimum and maximum wagers, checked under each game's own clauses."""

from typing import Any

from sabot.engine.ledger import LAYOUT
from support.evening import SIGN, Evening
from support.table_checks import (
    SUPERVISOR,
    coup,
    first_card,
    main,
    main_on,
    no_main,
    power,
    settle,
    soonest,
    two,
    where,
)

FIFTY = {**SIGN, "minimum": "50"}


def minutes_of(evening: Evening) -> int:
    """Minutes that the sign of a change stands first."""
    change = evening.table.conduct.limits.change
    assert change is not None
    return change.minutes


def whose_personal(evening: Evening) -> str:
    """Roles that may give a player limits of their own."""
    personal = evening.table.conduct.limits.personal
    assert personal is not None
    return personal.by


def sign(game: str, clause: str) -> None:
    """The sign's minimum and maximum bind every wager."""
    evening = two(game)
    main(evening, "al", "5")
    main(evening, "bo", "1000")
    refused = two(game)
    assert no_main(refused, "below-minimum", "al", "4.50") == clause
    assert no_main(refused, "above-maximum", "al", "1000.50") == clause


def sign_nearest_miss(game: str, clause: str) -> None:
    """The whole wager counts, not the last chip on it; and a sign makes sense."""
    evening = two(game)
    main(evening, "al", "996")
    assert no_main(evening, "above-maximum", "al", "5") is not None
    assert evening.table.sign.least == 5_00 and evening.table.sign.most == 1000_00
    upside_down = {"minimum": "10", "maximum": "9"}
    change = power(evening, evening.table.conduct.limits.by)
    assert evening.no("bad-sign", "change-limits", **change, sign=upside_down).clause == clause


def unit(game: str, clause: str) -> None:
    """If the sign states a step, wagers above the minimum go in such steps."""
    evening = two(game, sign={"unit": "5"})
    main(evening, "al", "15")
    assert no_main(evening, "not-a-unit", "bo", "17") == clause


def unit_nearest_miss(game: str, clause: str) -> None:
    """If it states none, any amount from the minimum is allowed."""
    evening = two(game)
    assert evening.table.conduct.limits.unit == clause
    main(evening, "al", "17.50")
    stepped = two(game, sign={"minimum": "10", "unit": "25"})
    main(stepped, "al", "35")
    assert no_main(stepped, "not-a-unit", "bo", "50") == clause


def late_minimum(game: str, clause: str) -> None:
    """A wager that is too small counts after the first card."""
    evening = two(game)
    main(evening, "al", "5")
    _raise_minimum_with_sign(evening, "50")
    settle(evening, win=False)
    assert evening.chips("al") == 9_995_00
    found = two(game)
    main(found, "al", "100")
    first_card(found)
    late = {"situation": "below-minimum", "player": "bo", "amount": "2", "on": main_on(found)}
    said, laid = found.ok("report-irregularity", **late, **where(found, "bo"))[:2]
    assert said.clause == laid.clause == clause  # type: ignore[attr-defined]
    assert laid.stake.live == 2_00  # type: ignore[attr-defined]
    assert laid.warned == found.table.conduct.limits.warned  # type: ignore[attr-defined]


def late_minimum_nearest_miss(game: str, clause: str) -> None:
    """Before the first card it is simply not taken."""
    evening = two(game)
    assert evening.table.conduct.limits.late_minimum == clause
    assert no_main(evening, "below-minimum", "al", "4") == evening.table.conduct.limits.sign
    assert not evening.table.round.stakes


def _raise_minimum_with_sign(evening: Evening, amount: str) -> None:
    limits = evening.table.conduct.limits
    higher = {**SIGN, "minimum": amount}
    _announce(evening, higher)
    evening.ok("change-limits", **power(evening, limits.by), sign=higher)


def _announce(evening: Evening, new: dict[str, str]) -> None:
    """A sign that says what changes and to what has stood for as long as it must."""
    rule = evening.table.conduct.limits.change
    assert rule is not None
    when = soonest(evening, rule)
    named: Any = {"kind": "minimum", "amount": new["minimum"]}
    if not rule.minutes:
        named = {"kind": "limits", "sign": new}
    evening.ok("post-sign", **SUPERVISOR, takes_effect=when, **named)
    evening.now = when


def late_maximum(game: str, clause: str) -> None:
    """A wager that is too big counts up to the maximum: the rest is neither won nor lost."""
    evening = two(game)
    main(evening, "al", "1000")
    _lower_maximum(evening, "300")
    settle(evening, win=False)
    assert evening.chips("al") == 9_700_00 and evening.money(LAYOUT) == 0
    (laid,) = evening.table.round.stakes.values()
    assert (laid.live, laid.returned, laid.clause) == (300_00, 700_00, clause)


def late_maximum_nearest_miss(game: str, clause: str) -> None:
    """A wager of just the maximum is all live, and one that is won is paid on that much."""
    evening = two(game)
    assert evening.table.conduct.limits.late_maximum == clause
    main(evening, "al", "300")
    _lower_maximum(evening, "300")
    settle(evening, win=False)
    (laid,) = evening.table.round.stakes.values()
    assert (laid.live, laid.returned, laid.clause) == (300_00, 0, None)
    assert evening.chips("al") == 9_700_00


def _lower_maximum(evening: Evening, amount: str) -> None:
    limits = evening.table.conduct.limits
    lower = {**SIGN, "maximum": amount}
    if not minutes_of(evening):
        _announce(evening, lower)
    evening.ok("change-limits", **power(evening, limits.by), sign=lower)


def past_stands(game: str, clause: str) -> None:
    """A late discovery about an earlier coup changes nothing in it."""
    evening = two(game)
    main(evening, "al", "1000")
    coup(evening)
    before = (evening.chips("al"), evening.table.past)
    _lower_maximum(evening, "300")
    per_player = evening.table.conduct.limits.per_player
    late = {
        "situation": "above-maximum" if per_player else "area-maximum",
        "circumstances": {"when": "past", "several": False},
        "coup": 1,
    }
    (said, *rest) = evening.ok("report-irregularity", **late)
    assert said.clause == clause and not rest  # type: ignore[attr-defined]
    assert (evening.chips("al"), evening.table.past) == before


def past_stands_nearest_miss(game: str, clause: str) -> None:
    """The coup that is being dealt is cut to the maximum all the same."""
    evening = two(game)
    assert evening.table.conduct.limits.past_stand == clause
    main(evening, "al", "1000")
    coup(evening)
    main(evening, "al", "1000")
    _lower_maximum(evening, "300")
    first_card(evening)
    (laid,) = evening.table.round.stakes.values()
    assert laid.live == 300_00


def change(game: str, clause: str) -> None:
    """A higher minimum takes effect after its sign has stood, by a person who may change limits."""
    evening = two(game)
    limits = evening.table.conduct.limits
    by = power(evening, limits.by)
    assert evening.no("no-sign", "change-limits", **by, sign=FIFTY).clause == clause
    _announce(evening, FIFTY)
    assert evening.no("wrong-role", "change-limits", sign=FIFTY).clause == clause
    (changed,) = evening.ok("change-limits", **by, sign=FIFTY)
    assert changed.clause == clause  # type: ignore[attr-defined]
    assert no_main(evening, "below-minimum", "al", "49") == limits.sign
    main(evening, "al", "50")


def change_nearest_miss(game: str, clause: str) -> None:
    """Not a second early and not under a sign for another amount; a lower one needs no wait."""
    evening = two(game)
    limits = evening.table.conduct.limits
    by, soon = power(evening, limits.by), evening.now.replace(minute=30)
    kind = "minimum"
    evening.ok("post-sign", **SUPERVISOR, kind=kind, amount="50", takes_effect=soon)
    evening.wait(minutes=30, seconds=-1)
    assert evening.no("too-early", "change-limits", **by, sign=FIFTY).clause == clause
    if not minutes_of(evening):
        return
    evening.ok("post-sign", **SUPERVISOR, kind=kind, amount="40", takes_effect=evening.now)
    evening.wait(minutes=minutes_of(evening))
    for other in ("39", "45"):
        sign = {**SIGN, "minimum": other}
        assert evening.no("no-sign", "change-limits", **by, sign=sign).clause == clause
    evening.ok("change-limits", **by, sign={"minimum": "2", "maximum": "5000"})
    main(evening, "al", "2")


def at_once(game: str, clause: str) -> None:
    """The minimum goes up without a sign: players at the table keep the old one."""
    evening = two(game)
    assert evening.no("wrong-role", "raise-minimum", minimum="50").clause == clause
    (raised,) = evening.ok("raise-minimum", **SUPERVISOR, minimum="50")
    assert raised.clause == clause  # type: ignore[attr-defined]
    main(evening, "al", "5")
    assert no_main(evening, "below-minimum", "bo", "4") == evening.table.conduct.limits.sign


def at_once_nearest_miss(game: str, clause: str) -> None:
    """The minimum only goes up, and not past the maximum; a player who leaves and comes back has
    the new one."""
    evening = two(game)
    for amount in ("5", "4", "1001"):
        asked = {**SUPERVISOR, "minimum": amount}
        assert evening.no("bad-sign", "raise-minimum", **asked).clause == clause
    evening.ok("raise-minimum", **SUPERVISOR, minimum="50")
    evening.ok("leave-table", player="al")
    evening.join("al", 1)
    no_main(evening, "below-minimum", "al", "49")
    main(evening, "bo", "5")


def marker(game: str, clause: str) -> None:
    """A marker lies before the box of each player who keeps the old minimum."""
    evening = two(game)
    evening.join("cy")
    assert evening.table.conduct.limits.marker == clause
    (raised,) = evening.ok("raise-minimum", **SUPERVISOR, minimum="50")
    assert raised.markers == {"al": 1, "bo": 2, "cy": None}  # type: ignore[attr-defined]


def marker_off(game: str, clause: str) -> None:
    """Protection ends when its player leaves; a player without one takes none away."""
    evening = two(game)
    evening.ok("raise-minimum", **SUPERVISOR, minimum="50")
    evening.join("cy", 3)
    (left,) = evening.ok("leave-table", player="al")
    assert left.marker_off == clause  # type: ignore[attr-defined]
    (left,) = evening.ok("leave-table", player="cy")
    assert left.marker_off is None  # type: ignore[attr-defined]


def marker_box(game: str, clause: str) -> None:
    """With several boxes it lies at the one where the player is."""
    evening = two(game)
    assert evening.table.conduct.limits.marker_box == clause
    evening.ok("leave-table", player="al")
    evening.ok("take-box", actor="bo", role="player", player="bo", box=1)
    (raised,) = evening.ok("raise-minimum", **SUPERVISOR, minimum="50")
    assert raised.markers == {"bo": 2}  # type: ignore[attr-defined]


def end_protection(game: str, clause: str) -> None:
    """Twenty minutes under a sign, and the old minimum is gone for everyone."""
    evening = two(game)
    evening.ok("raise-minimum", **SUPERVISOR, minimum="50")
    assert evening.no("no-sign", "end-protection", **SUPERVISOR).clause == clause
    evening.ok("post-sign", **SUPERVISOR, kind="protection", amount="50", takes_effect=evening.now)
    evening.wait(minutes=20)
    (ended,) = evening.ok("end-protection", **SUPERVISOR)
    assert ended.clause == clause  # type: ignore[attr-defined]
    no_main(evening, "below-minimum", "al", "49")
    main(evening, "al", "50")


def end_protection_nearest_miss(game: str, clause: str) -> None:
    """A second early, or without protected players, nothing changes."""
    evening = two(game)
    evening.no("nobody-protected", "end-protection", **SUPERVISOR)
    evening.ok("raise-minimum", **SUPERVISOR, minimum="50")
    evening.ok("post-sign", **SUPERVISOR, kind="protection", amount="50", takes_effect=evening.now)
    evening.wait(minutes=20, seconds=-1)
    assert evening.no("too-early", "end-protection", **SUPERVISOR).clause == clause
    main(evening, "al", "5")


def two_signs(game: str, clause: str) -> None:
    """While two minimums apply the signs show both."""
    (raised,) = two(game).ok("raise-minimum", **SUPERVISOR, minimum="50")
    shown = (raised.old, raised.new, raised.signs)  # type: ignore[attr-defined]
    assert shown == (5_00, 50_00, clause)


def newcomers(game: str, clause: str) -> None:
    """A player who comes after the change has the new minimum."""
    evening = two(game)
    assert evening.table.conduct.limits.newcomers == clause
    evening.ok("raise-minimum", **SUPERVISOR, minimum="50")
    evening.join("cy", 3)
    no_main(evening, "below-minimum", "cy", "49")
    main(evening, "cy", "50")


def newcomers_nearest_miss(game: str, clause: str) -> None:
    """A player who came before it has not, even after a second change."""
    evening = two(game)
    assert evening.table.conduct.limits.newcomers == clause
    evening.ok("raise-minimum", **SUPERVISOR, minimum="50")
    evening.join("cy", 3)
    evening.ok("raise-minimum", **SUPERVISOR, minimum="70")
    main(evening, "al", "5")
    no_main(evening, "below-minimum", "cy", "49")
    main(evening, "cy", "50")


def personal(game: str, clause: str) -> None:
    """A player may bet more than the sign says, with limits of their own shown beside them."""
    evening = two(game)
    by = power(evening, whose_personal(evening))
    own = {"player": "al", "minimum": "100", "maximum": "5000"}
    assert evening.no("wrong-role", "set-personal-limits", **own).clause == clause
    (allowed,) = evening.ok("set-personal-limits", **by, **own)
    assert allowed.clause == clause  # type: ignore[attr-defined]
    no_main(evening, "below-minimum", "al", "99")
    no_main(evening, "above-maximum", "al", "5001")
    main(evening, "al", "5000")


def personal_nearest_miss(game: str, clause: str) -> None:
    """The limits are for that player alone, at the table, and above the table's maximum."""
    evening = two(game)
    by = power(evening, whose_personal(evening))
    own = {"player": "al", "minimum": "100", "maximum": "5000"}
    evening.no("not-at-table", "set-personal-limits", **by, **{**own, "player": "zoe"})
    low = {**own, "maximum": "1000"}
    assert evening.no("bad-sign", "set-personal-limits", **by, **low).clause == clause
    evening.ok("set-personal-limits", **by, **own)
    assert no_main(evening, "above-maximum", "bo", "1001") == evening.table.conduct.limits.sign


# Totals: playing-area maximum and table differential


def reduce(game: str, clause: str) -> None:
    """Before the first card the dealer cuts one hand's wagers pro rata, down to the sign."""
    evening = two(game, sign={"differential": "100"})
    evening.bet("al", "player", "200")
    evening.bet("bo", "player", "100")
    (cut,) = evening.ok("reduce-wagers", side="player")
    assert cut.clause == clause  # type: ignore[attr-defined]
    lives = [laid.live for laid in evening.table.round.stakes.values()]
    assert lives == [66_50, 33_50]
    assert evening.money(LAYOUT) == 100_00
    area = two(game, sign={"area_maximum": "150"})
    area.bet("al", "banker", "200", area=1)
    (cut,) = area.ok("reduce-wagers", side="banker")
    assert area.money(LAYOUT) == 150_00 and cut.clause == clause  # type: ignore[attr-defined]


def reduce_nearest_miss(game: str, clause: str) -> None:
    """At just the differential there is nothing to cut, and after the first card it is too late."""
    evening = two(game, sign={"differential": "100"})
    evening.bet("al", "player", "100")
    refused = evening.no("within-limits", "reduce-wagers", side="player")
    assert refused.clause == clause
    evening.bet("bo", "player", "50")
    evening.no("within-limits", "reduce-wagers", side="banker")
    first_card(evening)
    evening.no("wrong-phase", "reduce-wagers", side="player")


def differential_late(game: str, clause: str) -> None:
    """Found after the first card, a differential that was passed changes nothing."""
    evening = two(game, sign={"differential": "100"})
    assert evening.table.conduct.limits.differential_late == clause
    evening.bet("al", "player", "500")
    settle(evening, win=False)
    assert evening.chips("al") == 9_500_00


def differential_late_nearest_miss(game: str, clause: str) -> None:
    """A playing area that takes too much is cut even then: only the differential is let go."""
    evening = two(game, sign={"differential": "100", "area_maximum": "300"})
    assert evening.table.conduct.limits.differential_late == clause
    evening.bet("al", "player", "500")
    settle(evening, win=False)
    assert evening.chips("al") == 9_700_00


def pro_rata(game: str, clause: str) -> None:
    """Wagers on one playing area beyond its maximum share it."""
    evening = Evening(game, sign={"area_maximum": "300"})
    evening.join("al", 1)
    evening.join("bo")
    if evening.table.conduct.sharing.at_first == 1:
        evening.ok("limit-players", **SUPERVISOR, area=3)
    evening.bet("al", "player", "400", area=1)
    evening.bet("bo", "player", "200", area=1)
    first_card(evening)
    lives = [laid.live for laid in evening.table.round.stakes.values()]
    assert lives == [200_00, 100_00]
    assert {laid.clause for laid in evening.table.round.stakes.values()} == {clause}
    assert evening.chips("al") == 9_800_00 and evening.chips("bo") == 9_900_00
