"""A crooked dealer and two players at one table: what they send, and play as it should be, so that
coups get finished."""

import random
from typing import Any

from sabot import RULEBOOKS
from sabot.core.cards import decks_of
from sabot.engine.streams import Rejection
from sabot.parts.statements import StatementMade
from sabot.rules import Choice
from sabot.table import TABLE, Table
from sabot.table.betting.chances import chance_until, without_wager
from sabot.table.irregularities.report import DecisionAsked
from sabot.table.players.offers import undecided
from sabot.table.players.recipients import recipients
from sabot.table.shoe.cards import EXPOSE, due
from sabot.table.state import BETTING, DEALING, PREPARING, SETTLED, TYPED, VIRTUAL
from support.den import Den, Witness
from support.model import SIDES, WAGERS

PLAYERS = ("ada", "ben")
AMOUNTS = ("10", "20", "100", "500", "1000", "5", "2000")
DECK = [card.name for card in decks_of(1)]


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
        if mind.random() < 0.3:
            options["source"] = mind.choice(book.preparation.sources.allowed)
        if book.schemes:
            options["scheme"] = mind.choice(list(book.schemes))
        self.rulebook, self.witness, self.accepted = rulebook, Witness(), 0
        self.done: list[str] = []
        self.den = Den(rulebook, seed, **options)
        for place, player in enumerate(PLAYERS, 1):
            room = mind.choice((None, 100_000, 20_000))
            visit = {"card": player, "room": room}
            given: dict[str, Any] = {"visit": visit} if mind.random() < 0.5 else {}
            if feed == VIRTUAL:  # where nobody plays without an account
                given = {"actor": player, "role": "player", "visit": visit}
            self.send("join-table", player=player, place=place, chips="5000", card=player, **given)

    @property
    def table(self) -> Table:
        return self.den.table

    # Sending

    def send(self, do: str, **fields: Any) -> bool:
        """Return True if the table takes it. The witness looks at every step."""
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
        self.den.keep_sealed()
        self.accepted += 1
        self.done.append(f"{do} {fields}")
        if any(isinstance(event, StatementMade) for event in decided):
            assert self.table.balances == before.balances, "a statement moved money"
            assert self.table.round == before.round, "a statement touched the coup"
        self.witness.check(self.table)
        return True


def go_on(gang: Gang, mind: random.Random) -> bool:
    table = gang.table
    if table.statements.holding is not None:
        number = table.statements.holding.number
        return gang.send("refuse-statement", number=number, reason="a slip")
    if table.phase == DEALING and (table.round.take_down or table.round.reopened):
        for player in undecided(table) if table.round.take_down else ():
            gang.send("keep-wagers", actor=player, role="player", player=player)
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
            if bet(gang, mind):
                break
    if not round_.called:
        for player in without_wager(gang.table) if chance_until(gang.table) else ():
            gang.send("sit-out", actor=player, role="player", player=player)
        gang.send("no-more-bets")
    return _deal(gang, mind)


def bet(gang: Gang, mind: random.Random) -> bool:
    on, player = mind.choice(WAGERS[gang.rulebook]), mind.choice(PLAYERS)
    where = {"box": PLAYERS.index(player) + 1} if _takes_box(gang, on) else {}
    return gang.send("place-wager", actor=player, role="player", player=player, on=on,
                     amount=mind.choice(AMOUNTS), **where)  # fmt: skip


def _takes_box(gang: Gang, on: str) -> bool:
    return gang.table.book.by_id[on].space.per_box


def _deal(gang: Gang, mind: random.Random) -> bool:
    up = (gang.table.round.face or gang.table.opened.face) == "up"
    named: dict[str, Any] = {}
    if gang.table.opened.feed == TYPED:
        named = {"card": mind.choice(DECK), "unburned": not gang.table.stack.burned}
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
        holder = gang.table.round.out.get(hand)
        turned = {} if holder is None else {"turned_by": holder}
        if turned and gang.send("expose-cards", hand=hand, **turned, **_faces(gang, mind, hand)):
            return True
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
