"""Heats: sessions of tournaments at their tables, with turns, passes, sealed forms and absences."""

from datetime import timedelta
from typing import Any

from sabot.table.heat.words import purse_of
from sabot.table.state import SETTLED
from sabot.tournament.sessions.open_questions import lines, open_levels
from support.tour.cups import Cup, HeatTable
from support.tour.house import TourHouse
from support.tour.steps import Steps, wait

FOUR = ("diego", "elsa", "walter", "yusuf")
ALONE: dict[str, Any] = {"sessions": 1, "minimum_players": 2}


def chapter(house: TourHouse) -> Steps:
    knock_out = Cup(house, "knock-out", "star-baccarat", "tessa")
    yield from seated(knock_out, chips="1000")
    yield from papers(knock_out.table(1))
    yield from absence(knock_out, knock_out.table(1))
    yield from going_out(knock_out, knock_out.table(1))
    turns = Cup(house, "round-table", "canberra-mini", "tom")
    yield from seated(turns)
    yield from turn_by_turn(turns, turns.table(1))
    cash = Cup(house, "cash-cup", "star-baccarat", "tessa")
    yield from for_cash(cash)
    sealed = Cup(house, "sealed-cup", "star-baccarat", "tessa")
    yield from seated(sealed, order_of_wagering="none")
    yield from left_sealed(sealed.table(1))


def seated(cup: Cup, **conditions: Any) -> Steps:
    """A tournament of one final, at one table, that has begun."""
    yield from cup.published(**ALONE, **conditions)
    yield from cup.started(*FOUR, sessions=[cup.final(1, coups=6)])
    yield from cup.table(1).ready(cup.game)
    yield from cup.seated(1)
    yield from cup.begun()


def in_turn(table: HeatTable) -> list[str]:
    """The entrants, from the one whose turn it is on."""
    by_box = {each.box: name for name, each in table.heat.entrants.items() if each.out is None}
    boxes = sorted(by_box)
    first = boxes.index(table.heat.turn) if table.heat.turn in boxes else 0
    return [by_box[box] for box in boxes[first:] + boxes[:first]]


def papers(table: HeatTable) -> Steps:
    """Pass cards and forms of undisclosed wagers."""
    since = (table.house.now + timedelta(minutes=25)).isoformat()
    yield table("tessa", "set-pace", seconds=60, since=since)
    yield wait(minutes=26)
    yield table("dora", "count-chips", counts=dict.fromkeys(table.heat.still_in, "1000"))
    yield table("dora", "place-your-bets")
    yield table("dora", "call-turn")
    one, two, three, four = in_turn(table)
    yield table(one, "lay-pass-card", player=one)
    yield table(one, "end-turn", player=one)
    yield table(two, "write-form", player=two, on="tie")  # no amount: it is handed back
    yield table("gus", "read-form", player=two)
    yield table("gus", "return-form", player=two)
    yield table(two, "write-form", player=two, on="banker", amount="300")
    yield table(two, "end-turn", player=two)
    yield from table.lay(three)
    yield from table.lay(four)
    yield table("gus", "read-form", player=two)
    yield table("gus", "examine-form", player=two)
    yield table("dora", "no-more-bets")
    yield table("gus", "announce-forms")
    yield from table.dealt_out()
    yield table(three, "ask-form", player=three, of=two)


def absence(cup: Cup, table: HeatTable) -> Steps:
    """An entrant is away, back, pays for it, and is put out; the fee goes back."""
    away = in_turn(table)[-1]
    yield table("dora", "note-away", player=away)
    yield table(away, "note-back", player=away)
    yield table("dora", "note-away", player=away)
    yield from table.round(level=True)
    yield table("tessa", "deduct-absence", player=away)
    absent = {"player": away, "grounds": "absent", "reason": "did not come"}
    yield table("tessa", "disqualify-entrant", **absent)
    yield table("tessa", "restore-entrant", player=away, reason="was seen on the stairs")
    yield table("tessa", "disqualify-entrant", **absent)
    for number, notice in list(table.table.notices.due.items()):
        if notice.given is None:
            yield table("greta", "give-notice", number=number, channel="by letter")
    yield cup("tessa", "approve-refund", player=away, reason="an accident on the way")


def going_out(cup: Cup, table: HeatTable) -> Steps:
    """Two entrants lose all their chips in one coup, which is taken back and played again; where
    the order of collection was not noted, the head places them."""
    yield table("dora", "ask-wager", player=in_turn(table)[0])
    one, two, three = in_turn(table)
    yield from levelled(table, one, two)
    yield from all_in(table, three)
    while table.table.phase != SETTLED:
        yield from table.next(table.cards)
    yield table("dora", "note-taken", players=[one, two])
    yield from table.next(table.cards)
    yield table("greta", "invalidate-outcome", cause="disturbance", reason="a fight",
                refund=True, coup=table.table.coups)  # fmt: skip
    for player in [each for each in in_turn(table) if each not in table.table.patrons]:
        yield table.sitting(player)
    yield from all_in(table, three)
    yield from table.played(head="tessa")
    order, names = level(cup)
    yield cup("tessa", "place-level", order=order, names=names, reason="by the video")
    yield cup("tessa", "announce-session")


def levelled(table: HeatTable, one: str, two: str) -> Steps:
    """A coup after which two entrants have the same chips: the Player wins it."""
    least = table.heat.least
    ahead = (purse_of(table.table, one) - purse_of(table.table, two)) // least
    first, second = (one, two) if ahead > 0 else (two, one)
    apart = abs(ahead)
    loses = {first: apart - 1, second: -1} if apart > 1 else {first: apart + 1, second: 1}
    for player in in_turn(table):
        units = loses.get(player, -1)
        yield from table.lay(player, "banker" if units > 0 else "player", abs(units))
    yield from table.dealt_out()


def all_in(table: HeatTable, but: str) -> Steps:
    """All but one stake all that they have on the Banker, who loses."""
    for player in in_turn(table):
        units = purse_of(table.table, player) // table.heat.least
        yield from table.lay(player, *(() if player == but else ("banker", units)))


def turn_by_turn(cup: Cup, table: HeatTable) -> Steps:
    """Wagers out of turn, an excuse and a break (Canberra)."""
    yield table("tom", "offer-break", minutes=5)
    yield wait(minutes=6)
    *_, last = in_turn(table)
    yield table.bet(last, "player", "10")  # out of turn: it stands
    yield from table.wagered()
    yield from table.dealt_out()
    *first, again = in_turn(table)
    early = last if last in first else again
    yield table.bet(early, "player", "20")  # a repeat may be void
    yield table("tom", "void-out-of-turn", player=early)
    excused = early
    for player in in_turn(table):
        if player != excused:
            yield from table.lay(player)
    yield table("dora", "no-more-bets")
    yield table("greta", "excuse-wager", player=excused, reason="ill")
    yield from table.dealt_out()
    yield from table.played()
    yield cup("tom", "announce-session")


def for_cash(cup: Cup) -> Steps:
    """Chips that are bought and turn into cash: all agree to finish early. Sessions by the clock
    end when it says so."""
    yield from cup.published(sessions=2, minimum_players=2, buy_in="500", chips="500",
                             chips_at_the_end="cash")  # fmt: skip
    limits = [{"since": 0, "minimum": "100", "maximum": "1000"}]
    final = cup.final(3, coups=None, minutes=20, limits=limits)
    yield from cup.started(*FOUR, sessions=[cup.session(1, seats=7, advance=4, coups=6), final])
    yield from cup.table(1).ready(cup.game)
    yield from cup.seated(1)
    yield from bought_in(cup)
    yield from cup.begun()
    yield cup.table(1)("tessa", "finish-early", agreed=list(cup.table(1).heat.still_in))
    yield from cup.table(1).counted()
    yield cup("tessa", "announce-session")
    yield from cup.seated(1)
    yield from bought_in(cup)
    yield from cup.begun()
    yield from cup.table(1).round()
    yield wait(minutes=30)
    yield cup.table(1)("dora", "end-heat")
    yield from cup.table(1).counted()
    yield cup("tessa", "announce-session")


def bought_in(cup: Cup) -> Steps:
    """Everybody who is seated pays for the chips of the session."""
    assert cup.contest.sitting is not None
    for player in cup.contest.sitting.players:
        slip = f"{cup.name} {player} {cup.contest.sitting.number}"
        yield cup("cass", "pay-buy-in", player=player, method="cash", reference=slip)


def left_sealed(table: HeatTable) -> Steps:
    """Take a pass card back, and leave a form unexamined, as the tour leaves it."""
    passing, writer, *_ = in_turn(table)
    yield table(passing, "lay-pass-card", player=passing)
    yield table(passing, "take-pass-card", player=passing)
    yield table(writer, "write-form", player=writer, on="tie", amount="700")


def level(cup: Cup) -> tuple[str, list[str]]:
    """Level players whose places are for the head to decide."""
    for key, levels in cup.contest.orders.items():
        for each, _ in open_levels(levels, lines(cup.contest)):
            return key, sorted(each.names)
    raise AssertionError("nobody is level")
