"""A dealer and two players who try to end richer than honest cards make them, with every command
that the table has and without a second person. One step of an evening is one number, so that an
evening can be told again, and shrunk."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from sabot.engine.streams import Command
from sabot.rules.irregularities.irregularity import Value
from sabot.rules.irregularities.situations import CIRCUMSTANCES, SITUATIONS
from sabot.table import TABLE, Table
from sabot.table.state import BETTING, TYPED, VIRTUAL
from support.chaos import Chaos
from support.gang import AMOUNTS, DECK, PLAYERS, Gang, bet, go_on
from support.model import WAGERS

FEEDS = (TYPED, VIRTUAL)
KINDS = TABLE.commands
SPREE = 450
"""More cards than any shoe holds."""
Trick = Callable[[Gang, random.Random], object]


def report(gang: Gang, mind: random.Random) -> None:
    """Try any situation of the matrix, under any circumstances or under those of a rule on which
    money moves, naming anything."""
    cells = gang.table.conduct.irregularities
    situation, when = mind.choice(SITUATIONS), dict[str, Value]()
    if mind.random() < 0.6:
        moving = [(each, c) for each in SITUATIONS for c in cells[each.name] if c.rests is not None]
        situation, cell = mind.choice(moving)
        when = dict(cell.when)
    said = {ask: mind.choice(list(CIRCUMSTANCES[ask])) for ask in situation.asks}
    gang.send("report-irregularity", situation=situation.name, circumstances={**said, **when},
              **_named(gang, mind))  # fmt: skip


def _named(gang: Gang, mind: random.Random) -> dict[str, Any]:
    table = gang.table
    player, on = mind.choice(PLAYERS), mind.choice(WAGERS[gang.rulebook])
    round_ = table.last if table.phase == BETTING and table.last is not None else table.round
    cards = [slot.card for slot in round_.slots]
    mind.shuffle(cards)
    fields: dict[str, Any] = {
        "card": mind.choice(DECK),
        "cards": [*cards, *[None] * mind.choice((0, 0, 1))],
        "box": mind.choice((1, 2, 3)),
        "player": player,
        "on": on,
        "amount": mind.choice((*AMOUNTS, "0", _room(table, player))),
        "coup": mind.randint(1, table.round.number),
        "agreed": list(table.patrons),
        "confirmed": mind.random() < 0.5,
        "damaged": mind.choice((0, 1)),
        "hand": mind.choice(("player", "banker", "box 1", "box 2", "dealer")),
        "note": "as seen",
    }
    if table.opened.feed == VIRTUAL:
        del fields["card"], fields["cards"]
    return {name: value for name, value in fields.items() if mind.random() < 0.6}


def _room(table: Table, player: str) -> str:
    patron = table.patrons.get(player)
    room = 0 if patron is None or patron.room is None else max(patron.room - patron.lost, 0)
    return f"{room // 100}.{room % 100:02}"


def limit_passed(gang: Gang, mind: random.Random) -> None:
    """A Loss Limit that the account shows."""
    player = mind.choice(PLAYERS)
    gang.send("report-irregularity", situation="loss-limit",
              circumstances={"duties_kept": mind.random() < 0.3}, player=player,
              amount=_room(gang.table, player))  # fmt: skip


def own_limit(gang: Gang, mind: random.Random) -> None:
    """A player changes their own Loss Limit, and the house tells the table."""
    player = mind.choice(PLAYERS)
    patron = gang.table.patrons.get(player)
    if patron is not None and patron.account:
        visit = {"card": patron.card, "room": mind.choice((None, 0, 10_000, 100_000))}
        gang.send("change-visit", actor="house", role="casino operator", player=player, visit=visit)


def anything(gang: Gang, mind: random.Random) -> None:
    """Any command that there is, by the dealer or by a player."""
    kind: type[Command] = mind.choice(KINDS)
    made = Chaos(mind.random().hex(), PLAYERS).command(kind, gang.table)
    _by_one_of_us(mind, made)
    gang.send(made.pop("do"), **made)


def _by_one_of_us(mind: random.Random, made: dict[str, Any]) -> None:
    made["role"] = mind.choice(("dealer", "dealer", "player"))
    own = made.get("player")
    player = own if own in PLAYERS else mind.choice(PLAYERS)
    made["actor"] = "dana" if made["role"] == "dealer" else player


def take_back(gang: Gang, mind: random.Random) -> None:
    """A stake off the layout, in any of the ways there are."""
    stakes = list(gang.table.round.stakes.values())
    if not stakes:
        return
    laid, who = mind.choice(stakes), {"actor": "dana", "role": "dealer"}
    if mind.random() < 0.5:
        who = {"actor": laid.player, "role": "player"}
    where = {} if laid.box is None else {"box": laid.box}
    do = mind.choice(("withdraw-wager", "take-down", "refuse-wager"))
    gang.send(do, player=laid.player, on=laid.on, **where, **who,
              **({"reason": "so"} if do == "refuse-wager" else {}))  # fmt: skip


def new_sign(gang: Gang, mind: random.Random) -> None:
    """A supervisor who knows of nothing changes what the sign says, as one may at any time."""
    area = {} if gang.table.conduct.limits.area is None else {"area_maximum": mind.choice(AMOUNTS)}
    sign = {"minimum": "5", "maximum": mind.choice(("500", "1000")), **area}
    gang.send("change-limits", actor="omar", role="casino operator", sign=sign)


def leave(gang: Gang, mind: random.Random) -> None:
    """Away with the chips, and back with as many."""
    player = mind.choice(PLAYERS)
    chips = gang.den.chips(player)
    said = f"{chips // 100}.{chips % 100:02}"
    if gang.send("leave-table", actor=player, role="player", player=player, declared=said):
        gang.send("join-table", player=player, place=PLAYERS.index(player) + 1, chips=said,
                  card=player)  # fmt: skip


def confirm(gang: Gang, mind: random.Random) -> None:
    """Confirm what one of them has stated: in the roles that they have, or as its author in the
    role that it takes."""
    for number, stated in gang.table.statements.pending.items():
        own = (stated.actor, stated.by)
        actor, role = mind.choice((("dana", "dealer"), ("ada", "player"), own))
        assert not gang.send("confirm-statement", actor=actor, role=role, number=number,
                             reason="seen"), f"{actor} confirmed it"  # fmt: skip


def spree(gang: Gang, mind: random.Random) -> None:
    """Repeat one thing until the table refuses it or the cards run out."""
    if mind.random() < 0.9:
        return
    situation = mind.choice([each for each in SITUATIONS if each.by_hand])
    said = {ask: mind.choice(list(CIRCUMSTANCES[ask])) for ask in situation.asks}
    said |= {"exposed": False, "burned": True}
    named = {} if mind.random() < 0.5 else {"box": 5, "cards": [None] * mind.choice((1, 3))}
    for _ in range(SPREE):
        before = len(gang.table.stack.rack), gang.table.stack.dealt
        if not gang.send("report-irregularity", situation=situation.name,
                         circumstances=said, **named):  # fmt: skip
            break
        if before == (len(gang.table.stack.rack), gang.table.stack.dealt):
            break
    gang.send("report-irregularity", situation="cards-run-out")


TRICKS: Sequence[Trick] = (
    report, limit_passed, own_limit, anything, bet, take_back, new_sign, leave, confirm, spree
)  # fmt: skip
WEIGHTS = (30, 8, 8, 26, 8, 10, 2, 4, 4, 2)


def step(gang: Gang, number: int) -> None:
    """A move of the colluders: play on, or try something."""
    mind = random.Random(number)
    if mind.random() < 0.5:
        for _ in range(mind.randint(1, 6)):
            if not go_on(gang, mind):
                return
    else:
        mind.choices(TRICKS, WEIGHTS)[0](gang, mind)


def evening(rulebook: str, feed: str, seed: int, steps: Sequence[int]) -> Gang:
    """A whole evening; an AssertionError says what they got away with, and how."""
    gang = Gang(rulebook, feed, seed)
    try:
        for number in steps:
            step(gang, number)
    except AssertionError as gain:
        told = "\n".join(list(dict.fromkeys(gang.done))[-25:])
        raise AssertionError(f"{rulebook}, {feed}, {seed}: {gain}\n{told}") from gain
    return gang
