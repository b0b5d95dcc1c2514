"""A dealer and two players who try to end richer than honest cards make them, with every command
that the table has and without a second person. One step of an evening is one number, so that an
evening can be told again, and shrunk."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from sabot import RULEBOOKS
from sabot.cards import decks_of
from sabot.parts.statements import StatementMade
from sabot.rules import Choice
from sabot.rules.situations import CIRCUMSTANCES, SITUATIONS
from sabot.streams import Command, Rejection
from sabot.table import TABLE, Table
from sabot.table.irregularities.report import DecisionAsked
from sabot.table.players.recipients import recipients
from sabot.table.shoe.cards import EXPOSE, due
from sabot.table.state import BETTING, DEALING, PREPARING, SETTLED, TYPED, VIRTUAL
from support.chaos import Chaos
from support.den import Den, Witness
from support.model import SIDES, WAGERS

FEEDS = (TYPED, VIRTUAL)
PLAYERS = ("ada", "ben")
AMOUNTS = ("10", "20", "100", "500", "1000", "5", "2000")
DECK = [card.name for card in decks_of(1)]
KINDS = TABLE.commands
SPREE = 450
"""More cards than any shoe holds."""
Move = Callable[["Gang", random.Random], None]


class Gang:
    """dana deals; ada and ben play. An honest witness sees all that they are let do."""

    def __init__(self, rulebook: str, feed: str, seed: int) -> None:
        mind, book = random.Random(seed), RULEBOOKS[rulebook]
        method = mind.choice(book.conduct.methods)
        options: dict[str, Any] = {
            "feed": feed,
            "method": method.name,
            "face": mind.choice(method.faces),
            "side_bets": SIDES[rulebook],
            "places": 7,
        }
        if book.schemes:
            options["scheme"] = mind.choice(list(book.schemes))
        self.rulebook, self.witness, self.accepted = rulebook, Witness(), 0
        self.done: list[str] = []
        self.den = Den(rulebook, seed, **options)
        for place, player in enumerate(PLAYERS, 1):
            room = mind.choice((None, 100_000, 20_000))
            visit = {"card": player, "room": room}
            given = {"visit": visit} if mind.random() < 0.5 else {}
            self.send("join-table", player=player, place=place, chips="5000", card=player, **given)

    @property
    def table(self) -> Table:
        return self.den.table

    # Sending

    def send(self, do: str, **fields: Any) -> bool:
        """Whether the table takes it. The witness looks at whatever happens."""
        before = self.table
        decided = self.den.ask(do, **fields)
        if isinstance(decided, Rejection):
            return False
        if any(isinstance(event, DecisionAsked) for event in decided):
            return False  # that calls the supervisor to the table
        for event in decided:
            earlier = self.table
            self.den.table = TABLE.evolve(earlier, event, self.den.now)
            self.den.log.append((event, self.den.now))
            self.witness.see(earlier, event, self.table)
        self.den._house.sealed("1", self.den._sealed)
        self.accepted += 1
        self.done.append(f"{do} {fields}")
        if any(isinstance(event, StatementMade) for event in decided):
            assert self.table.balances == before.balances, "a statement moved money"
            assert self.table.round == before.round, "a statement touched the coup"
        self.witness.check(self.table)
        return True

    def step(self, number: int) -> None:
        """One thing that they do: play on, or try something."""
        mind = random.Random(number)
        if mind.random() < 0.5:
            for _ in range(mind.randint(1, 6)):
                if not go_on(self, mind):
                    return
        else:
            mind.choices(TRICKS, WEIGHTS)[0](self, mind)


# Play as it should be, so that coups get finished


def go_on(gang: Gang, mind: random.Random) -> bool:
    table = gang.table
    if table.statements.holding is not None:
        number = table.statements.holding.number
        return gang.send("refuse-statement", number=number, reason="a slip")
    if table.phase == DEALING and (table.round.take_down or table.round.reopened):
        return gang.send("resume-play")
    if table.phase == PREPARING or (table.phase == BETTING and _cards_are_done(table)):
        return _new_cards(gang)
    if table.phase == BETTING:
        return _first_card(gang, mind)
    if table.phase == SETTLED:
        return gang.send("clear-cards")
    return table.phase == DEALING and _in_coup(gang, mind)


def _cards_are_done(table: Table) -> bool:
    stack = table.stack
    return bool(stack.shuffle or stack.check or stack.replace or stack.left == 0)


def _new_cards(gang: Gang) -> bool:
    """The one thing for which a supervisor comes."""
    sue = {"actor": "sue", "role": "casino supervisor"}
    gang.send("check-cards", **sue, dealer="dana")
    done = gang.send("shuffle", **sue, reason="fresh cards")
    depth = gang.table.stack.cards // 2
    declined = list(gang.table.patrons)
    gang.send("cut-cards", depth=depth, from_back=52, declined=declined)
    return gang.send("burn-cards") or gang.send("burn-cards", card="AS") or done


def _first_card(gang: Gang, mind: random.Random) -> bool:
    round_ = gang.table.round
    if not round_.stakes and round_.no_bet is None:
        for _ in range(6):
            if _bet(gang, mind):
                break
    if not round_.called:
        gang.send("no-more-bets")
    return _deal(gang, mind)


def _bet(gang: Gang, mind: random.Random) -> bool:
    on, player = mind.choice(WAGERS[gang.rulebook]), mind.choice(PLAYERS)
    where = {"box": PLAYERS.index(player) + 1} if _takes_box(gang, on) else {}
    return gang.send("place-wager", actor=player, role="player", player=player, on=on,
                     amount=mind.choice(AMOUNTS), **where)  # fmt: skip


def _takes_box(gang: Gang, on: str) -> bool:
    return gang.table.book.by_id[on].space.per_box


def _deal(gang: Gang, mind: random.Random) -> bool:
    up = (gang.table.round.face or gang.table.opened.face) == "up"
    named = {"card": mind.choice(DECK)} if gang.table.opened.feed == TYPED else {}
    if up and named and not gang.table.stack.carried:
        return gang.send("deal-card", **named)
    return gang.send("deal-card") or (bool(named) and gang.send("deal-card", **named))


def _in_coup(gang: Gang, mind: random.Random) -> bool:
    table, step = gang.table, due(gang.table)
    if gang.send("mark-point-total"):
        return True
    if not table.round.counts and gang.send("announce-counts"):
        return True
    if gang.send("settle-wagers") or gang.send("announce-result"):
        return True
    if isinstance(step, Choice):
        decision = mind.choice(("draw", "stand"))
        return gang.send("decide-hand", box=step.box, decision=decision) or gang.send(
            "decide-hand", box=step.box, decision="stand"
        )
    return _turn(gang, mind) if step == EXPOSE else _deal(gang, mind)


def _turn(gang: Gang, mind: random.Random) -> bool:
    hands = dict.fromkeys(slot.hand for slot in gang.table.round.slots if not slot.up)
    for hand in hands:
        for player in recipients(gang.table, hand):
            if mind.random() < 0.5 and gang.send("pass-hand", hand=hand, player=player):
                return True
            gang.send("refuse-cards", hand=hand, player=player)
        gang.send("return-hand", hand=hand)
        if gang.send("expose-cards", hand=hand, **_faces(gang, mind, hand)):
            return True
    return gang.send("expose-cards", **_faces(gang, mind, None))


def _faces(gang: Gang, mind: random.Random, hand: str | None) -> dict[str, Any]:
    if gang.table.opened.feed == VIRTUAL:
        return {}
    slots = gang.table.round.slots
    down = [n for n, slot in enumerate(slots) if not slot.up and hand in (None, slot.hand)]
    return {"cards": [{"slot": n, "card": mind.choice(DECK)} for n in down]}


# What they try


def report(gang: Gang, mind: random.Random) -> None:
    """Anything of the matrix, under any circumstances, with whatever it may name."""
    situation = mind.choice(SITUATIONS)
    said = {ask: mind.choice(list(CIRCUMSTANCES[ask])) for ask in situation.asks}
    gang.send("report-irregularity", situation=situation.name, circumstances=said,
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


def late_bet(gang: Gang, mind: random.Random) -> None:
    _bet(gang, mind)


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


def leave(gang: Gang, mind: random.Random) -> None:
    """Away with the chips, and back with as many."""
    player = mind.choice(PLAYERS)
    chips = gang.den.chips(player)
    said = f"{chips // 100}.{chips % 100:02}"
    if gang.send("leave-table", actor=player, role="player", player=player, declared=said):
        gang.send("join-table", player=player, place=PLAYERS.index(player) + 1, chips=said,
                  card=player)  # fmt: skip


def confirm(gang: Gang, mind: random.Random) -> None:
    """They confirm what one of them has stated, in the roles that they have."""
    for number in gang.table.statements.pending:
        who = mind.choice((("dana", "dealer"), ("ada", "player"), ("dana", "casino supervisor")))
        actor, role = who
        assert not gang.send("confirm-statement", actor=actor, role=role, number=number,
                             reason="seen"), f"{actor} confirmed it"  # fmt: skip


def spree(gang: Gang, mind: random.Random) -> None:
    """One thing again and again, until the table has enough of it; and then the cards run out."""
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


TRICKS: Sequence[Move] = (
    report, limit_passed, own_limit, anything, late_bet, take_back, leave, confirm, spree
)  # fmt: skip
WEIGHTS = (30, 8, 8, 28, 8, 10, 4, 4, 2)


def evening(rulebook: str, feed: str, seed: int, steps: Sequence[int]) -> Gang:
    """A whole evening; an AssertionError says what they got away with, and how."""
    gang = Gang(rulebook, feed, seed)
    try:
        for number in steps:
            gang.step(number)
    except AssertionError as gain:
        told = "\n".join(list(dict.fromkeys(gang.done))[-25:])
        raise AssertionError(f"{rulebook}, {feed}, {seed}: {gain}\n{told}") from gain
    return gang
