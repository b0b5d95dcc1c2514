"""The ordinary moves of an evening: a careful dealer deals, and players bet."""

from collections.abc import Callable
from random import Random

from comparison.settings import PLAYERS, SETTINGS, product_card
from comparison.side_by_side import SideBySide
from comparison.translation import Move, lies_down, move
from reference.cards import RANKS, SUITS
from reference.deal import deciding, phase
from reference.state import Table

AMOUNTS = (5_00, 10_00, 12_50, 25_00, 50_00, 100_00, 200_00)
ODD = (2_50, 5_01, 300_00, 7_25)


class CarefulDealer:
    """Draws the ordinary moves of one evening from a seed."""

    def __init__(self, seed: int, setting: int) -> None:
        self.random = Random(seed)
        self.seed = seed
        self.both = SideBySide(SETTINGS[setting])
        self.setting = SETTINGS[setting]

    @property
    def table(self) -> Table:
        """Return the reference's table."""
        return self.both.reference.table

    def yes(self, often: float = 0.5) -> bool:
        """Return True with a chance."""
        return self.random.random() < often

    def player(self) -> str:
        """Return a player, mostly one who is at the table."""
        there = [p.name for p in self.table.players.values() if p.present]
        return self.random.choice(there if there and self.yes(0.95) else PLAYERS)

    def amount(self) -> int:
        """Return an amount in cents, mostly one that chips make."""
        return self.random.choice(ODD if self.yes(0.06) else AMOUNTS)

    def card(self) -> str:
        """Return the card that waits, or one that the decks still have."""
        table = self.table
        if table.coup is None and table.set_aside is not None and table.set_aside.card:
            return table.set_aside.card
        if table.coup is not None and table.coup.next_card:
            return table.coup.next_card
        seen = self.both.live.table.stack.seen
        while True:
            card = self.random.choice(RANKS) + self.random.choice(SUITS)
            most = self.setting.decks - 1
            if max(seen.get(product_card(card), 0), table.shoe.out.get(card, 0)) < most:
                return card

    def wager(self) -> tuple[str, str]:
        """Return the player and bet of a wager, mostly one that lies."""
        if self.table.wagers and self.yes(0.95):
            wager = self.random.choice(self.table.wagers)
            return wager.player, wager.bet
        return self.player(), self.random.choice(self.setting.bets())

    def ordinary(self) -> Move:
        """Return what a careful dealer does next."""
        now = phase(self.table)
        if now in ORDINARY:
            return ORDINARY[now](self)
        if now.endswith("in the coup"):
            return move("burn" if now.startswith("burn") else "prepare", card=self.card())
        return self.betting()

    def betting(self) -> Move:
        """Return a wager, the call, or the first card."""
        table = self.table
        if phase(table) == "no-bet coup":
            return self.deal()
        if table.bets_closed and not table.wagers:
            return move("call_bets")
        if not table.bets_closed and self.yes(0.9 if len(table.wagers) < 2 else 0.35):
            return self.lay()
        if table.document.must_call_no_more_bets and not table.bets_closed:
            return self.close_bets()
        return self.deal()

    def close_bets(self) -> Move:
        """Return the call, or that time passes before it."""
        table = self.table
        bettors = {wager.player for wager in table.wagers} | table.sat_out
        there = [p.name for p in table.players.values() if p.present]
        waiting = [name for name in there if name not in bettors]
        over = table.now - table.bets_since >= table.options.bet_seconds
        if waiting and not over:
            return move("wait", seconds=table.options.bet_seconds)
        return move("close_bets")

    def lay(self) -> Move:
        """Return a wager in chips, or sometimes in tokens."""
        if self.both.live.table.phase == "preparing":
            return move("prepare", card=self.card())
        player, bet = self.player(), self.random.choice(self.setting.bets())
        if self.yes(0.6):
            bet = self.random.choice(sorted(self.table.document.main_bets & MAIN) or [bet])
        held = self.table.money.get(f"tokens:{player}", 0)
        if held >= 5_00 and self.yes(0.4):
            return move("lay", player=player, bet=bet, chips=0, tokens=min(held, 10_00))
        return move("lay", player=player, bet=bet, chips=self.amount(), tokens=0)

    def deal(self, cutting: bool = False) -> Move:
        """Return the next card, as the table deals it."""
        table, live = self.table, self.both.live.table
        face = live.round.face or live.opened.face
        no_bet = table.no_bet if table.coup is None else ""
        if no_bet and live.conduct.no_bet_method is not None:
            face = "up"
        return move("card", card=self.card(), cutting=cutting, face=face)

    def turn(self) -> Move:
        """Return the cards of one hand, or of all, that are turned over."""
        down = lies_down(self.both.reference)
        return move(
            "turn", cards={hand: [self.card() for _ in range(n)] for hand, n in down.items()}
        )

    def decide(self) -> Move:
        """Return a decision of the box that decides."""
        table = self.table
        assert table.coup is not None
        box = deciding(table.document, table.coup)
        enter = next(w for w in table.wagers if w.bet == "enter" and w.box == box)
        draw = self.yes()
        tokens = table.money.get(f"tokens:{enter.player}", 0)
        all_tokens = draw and tokens >= enter.stake and self.yes()
        paid = {"tokens": enter.stake, "chips": 0} if all_tokens else {"tokens": 0}
        chips = enter.stake if draw and not all_tokens else 0
        return move("decide", player=enter.player, draw=draw, **{"chips": chips, **paid})

    def option(self) -> Move:
        """Return an answer while wagers may be taken down."""
        if self.table.wagers and self.yes(0.4):
            player, bet = self.wager()
            return move("take_down", player=player, bet=bet)
        return move("resume")


MAIN = {"player", "banker", "tie", "enter"}
ORDINARY: dict[str, Callable[[CarefulDealer], Move]] = {
    "shuffle": lambda m: move("prepare", card=m.card()),
    "cut": lambda m: move("prepare", card=m.card()),
    "burn": lambda m: move("burn", card=m.card()),
    "dealing": CarefulDealer.deal,
    "turning": CarefulDealer.turn,
    "interim": lambda m: move("interim"),
    "decisions": CarefulDealer.decide,
    "result": lambda m: move("announce"),
    "settle": lambda m: move("settle"),
    "options": CarefulDealer.option,
    "reopened": lambda m: move("close_bets"),
}
"""Choose the next move in a phase."""
