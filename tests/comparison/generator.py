"""Evenings that mix: random moves, with two themes brought together on purpose."""

from collections.abc import Callable
from copy import deepcopy
from random import Random

from comparison.settings import PLAYERS, SETTINGS, product_card
from comparison.side_by_side import Difference, SideBySide
from comparison.themes import ABSENT, THEMES, Meetings, Pair, possible, settings_of
from comparison.translation import Move, lies_down, move
from reference.cards import HIDDEN, RANKS, SUITS
from reference.deal import deciding, due, fresh_hands, phase
from reference.limits import HANDS
from reference.state import Coup, Table

AMOUNTS = (5_00, 10_00, 12_50, 25_00, 50_00, 100_00, 200_00)
ODD = (2_50, 5_01, 300_00, 7_25)
MINUTE = 60


class Mixer:
    """Draws the moves of one evening from a seed."""

    def __init__(self, seed: int, pair: Pair, setting: int) -> None:
        self.random = Random(seed)
        self.seed = seed
        self.pair = pair
        self.both = SideBySide(SETTINGS[setting])
        self.setting = SETTINGS[setting]
        self.meetings = Meetings()
        absent = ABSENT[self.setting.game]
        self.themes = [theme for theme in THEMES if theme not in absent]

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

    # The next move

    def next(self) -> Move:
        """Return the next move: of a theme of the pair, of another one, or the ordinary one."""
        chance = self.random.random()
        if chance < 0.35:
            theme = self.random.choice(self.pair)
        elif chance < 0.45:
            theme = self.random.choice(self.themes)
        else:
            return self.ordinary()
        if theme == "closing" and len(self.both.moves) < CLOSE_AFTER:
            return self.ordinary()
        made = WAYS[theme](self)
        preparing = self.both.live.table.phase == "preparing"
        if made is None or (preparing and made.name == "lay"):
            return self.ordinary()
        return made

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

    # Themes

    def raised(self) -> Move | None:
        """Raise a wager that lies."""
        if not self.table.wagers:
            return None
        player, bet = self.wager()
        return move("lay", player=player, bet=bet, chips=self.amount(), tokens=0)

    def withdrawn(self) -> Move | None:
        """Withdraw a wager."""
        player, bet = self.wager()
        return move("withdraw", player=player, bet=bet) if self.table.wagers else None

    def much(self) -> Move | None:
        """Lay much on one hand, or have the dealer reduce it."""
        hands = [bet for bet in (*HANDS, "enter") if bet in self.table.document.main_bets]
        bet = self.random.choice(hands)
        if self.table.wagers and bet in HANDS and self.yes(0.15):
            return move("reduce", bet=bet)
        if (
            self.yes(0.15)
            and self.setting.area is not None
            and not self.table.document.area_pro_rata
        ):
            return move("change", limit="area maximum", amount=50_00)
        return move(
            "lay",
            player=self.player(),
            bet=bet,
            chips=self.random.choice((100_00, 200_00)),
            tokens=0,
        )

    def personal(self) -> Move | None:
        """Grant or end a player's own limits, or use them."""
        limited = [p.name for p in self.table.players.values() if p.personal is not None]
        if not limited or self.yes(0.2):
            return move(
                "personal",
                player=self.player(),
                minimum=20_00,
                maximum=self.random.choice((500_00, 900_00)),
            )
        player = self.random.choice(limited)
        if self.yes(0.1):
            return move("end_personal", player=player)
        bet = self.random.choice(self.setting.bets())
        return move(
            "lay",
            player=player,
            bet=bet,
            chips=self.random.choice((20_00, 300_00, 500_00)),
            tokens=0,
        )

    def limited(self) -> Move | None:
        """Lay a wager of a player with a Loss Limit."""
        names = [n for n in self.setting.loss_limits if self.table.players[n].present]
        if not names:
            return None
        bet = self.random.choice(self.setting.bets())
        return move(
            "lay",
            player=names[0],
            bet=bet,
            chips=self.random.choice((50_00, 100_00, 150_00)),
            tokens=0,
        )

    def token(self) -> Move | None:
        """Issue tokens, or lay them."""
        held = [n for n in PLAYERS if self.table.money.get(f"tokens:{n}", 0) >= 5_00]
        if not held or self.yes(0.2):
            return move("tokens", player=self.player(), amount=50_00)
        player = self.random.choice(held)
        return move(
            "lay", player=player, bet=self.random.choice(self.setting.bets()), chips=0, tokens=10_00
        )

    def scheme(self) -> Move | None:
        """Change the pay scheme, by consent or after a sign."""
        other = [s for s in self.table.document.schemes if s != self.table.scheme]
        if not other:
            return None
        posted = [sign for _, sign in self.table.signs if sign.kind == "scheme"]
        by_sign = self.table.document.notice_minutes is None
        if by_sign and not posted:
            return move("sign", kind="scheme", value=other[0], seconds=MINUTE)
        if posted and posted[-1].takes_effect > self.table.now and by_sign:
            return move("wait", seconds=MINUTE)
        there = tuple(p.name for p in self.table.players.values() if p.present)
        return move("switch", scheme=other[0], consent=there if self.yes(0.9) else ())

    def sign(self) -> Move | None:
        """Post a sign, let its time come, or make the change that it announced."""
        if self.yes(0.4):
            return move("wait", seconds=self.random.choice((5, 20)) * MINUTE)
        kind = self.random.choice(("minimum", "close"))
        signs = [s for _, s in self.table.signs if s.kind == "minimum" and s.amount]
        if signs and self.yes():
            return move("change", limit="minimum", amount=signs[-1].amount)
        value = self.random.choice((10_00, 15_00)) if kind == "minimum" else None
        return move(
            "sign", kind=kind, value=value, seconds=self.random.choice((10, 20, 25)) * MINUTE
        )

    def void(self) -> Move | None:
        """Make the coup void, in a way that the document has."""
        if self.table.document.knows("misdeal") and self.yes():
            return move("misdeal")
        ways = [move("cannot_rebuild"), move("order_seen")]
        if self.table.coup is not None:
            refund = self.yes(0.8)
            ways.append(
                move("invalidate", cause="disruption", coup=None, refund=refund, cheat=None)
            )
        if self.table.coup is not None and self.table.wagers:
            ways.append(move("sanction", player=self.wager()[0], coup=None))
            ways.append(
                move("invalidate", cause="fraud", coup=None, refund=True, cheat=self.wager()[0])
            )
        return self.random.choice(ways)

    def rebuild(self) -> Move | None:
        """Rebuild the deal in another order, sometimes with one more card."""
        table = self.table
        coup = table.coup or (table.history[-1] if table.history else None)
        if coup is None or coup.hold is not None or table.set_aside is not None:
            return None
        printed = table.document.printed
        cards = [card for hand in coup.hands.values() for card in hand]
        if printed is not None and printed in cards:
            cards.remove(printed)
        if HIDDEN in cards or not cards:
            return None
        if self.yes(0.3):
            cards.append(self.card())
        self.random.shuffle(cards)
        return move("rebuild", cards=tuple(cards)) if self.left_over(coup, cards) < 2 else None

    def left_over(self, coup: Coup, cards: list[str]) -> int:
        """Return how many cards a rebuilt deal leaves over."""
        trial, left = deepcopy(coup), list(cards)
        trial.hands = fresh_hands(self.table.document, coup.areas)
        while left and (hand := due(self.table.document, trial)) is not None:
            trial.hands[hand].append(left.pop(0))
        return len(left)

    def reversal(self) -> Move | None:
        """Reverse a past coup, for one player or for all."""
        done = [c for c in self.table.history if c.status == "settled"]
        if not done:
            return None
        coup = done[-1] if self.yes(0.7) else self.random.choice(done[-4:])
        names = sorted({paid.player for paid in coup.paid})
        if names and self.yes(0.4):
            return move("sanction", player=self.random.choice(names), coup=coup.number)
        if self.table.document.knows("late void") and self.yes():
            return move("late", coup=coup.number)
        cause = self.random.choice(("disruption", "fraud"))
        cheat = self.random.choice(names) if names and cause == "fraud" and self.yes() else None
        return move("invalidate", cause=cause, coup=coup.number, refund=True, cheat=cheat)

    def left(self) -> Move | None:
        """Have a player leave; three stay at least."""
        there = [p.name for p in self.table.players.values() if p.present]
        if len(there) < 3:
            return self.returned()
        return move("leave", player=self.player(), by="player" if self.yes(0.8) else "dealer")

    def returned(self) -> Move | None:
        """Have a player come back, or go first."""
        gone = [p.name for p in self.table.players.values() if not p.present]
        return move("come", player=self.random.choice(gone)) if gone else self.left()

    def device(self) -> Move | None:
        """Have the device fail."""
        return move("device", how=self.random.choice(("spare", "damaged", "harms", "no spare")))

    def check(self) -> Move | None:
        """Check the cards."""
        return move("check", found=self.yes())

    def reopen(self) -> Move | None:
        """Let wagers be changed, or change them."""
        now = phase(self.table)
        if now == "reopened":
            return self.lay() if self.yes() else self.withdrawn()
        return move("reopen") if now in ("dealing", "turning") else None

    def dispute(self) -> Move | None:
        """Raise or decide a dispute."""
        raised = [name for name, step in self.table.disputes.items() if step == "raised"]
        if raised and self.yes():
            return move("decide_dispute", player=raised[0])
        return move("dispute", player=self.player())

    def close(self) -> Move | None:
        """Announce the closure, let its time come, or close."""
        posted = [sign for _, sign in self.table.signs if sign.kind == "close"]
        there = [p for p in self.table.players.values() if p.present or p.put_out]
        if there and not posted:
            return move("sign", kind="close", value=None, seconds=20 * MINUTE)
        if posted and posted[-1].takes_effect > self.table.now:
            return move("wait", seconds=20 * MINUTE)
        return move("close")

    def last(self) -> Move | None:
        """Have the cutting card come out."""
        shoe = self.table.shoe
        if shoe.source != "shoe" or shoe.cutting_card_seen or self.table.set_aside is not None:
            return None
        coup = self.table.coup
        if coup is None and (not self.table.wagers or shoe.step != "ready"):
            return None
        if coup is not None and (
            phase(self.table) != "dealing" or due(self.table.document, coup) is None
        ):
            return None
        return self.deal(cutting=True)

    # The evening

    def play(self, moves: int) -> Difference | None:
        """Play an evening; return the first difference."""
        found = self.both.difference
        while found is None and len(self.both.moves) < moves and not self.table.closed:
            made = self.next()
            found = self.both.put(made)
            if found is None:
                self.meetings.note(self.both, made, ())
        return found


CLOSE_AFTER = 40
"""An evening is not closed before so many moves."""
MAIN = {"player", "banker", "tie", "enter"}
ORDINARY: dict[str, Callable[[Mixer], Move]] = {
    "shuffle": lambda m: move("prepare", card=m.card()),
    "cut": lambda m: move("prepare", card=m.card()),
    "burn": lambda m: move("burn", card=m.card()),
    "dealing": Mixer.deal,
    "turning": Mixer.turn,
    "interim": lambda m: move("interim"),
    "decisions": Mixer.decide,
    "result": lambda m: move("announce"),
    "settle": lambda m: move("settle"),
    "options": Mixer.option,
    "reopened": lambda m: move("close_bets"),
}
"""Choose the next move in a phase."""
WAYS: dict[str, Callable[[Mixer], Move | None]] = {
    "raise": Mixer.raised,
    "withdrawal": Mixer.withdrawn,
    "area cut": Mixer.much,
    "differential": Mixer.much,
    "personal limit": Mixer.personal,
    "loss limit": Mixer.limited,
    "token": Mixer.token,
    "scheme change": Mixer.scheme,
    "sign pending": Mixer.sign,
    "void": Mixer.void,
    "rebuild": Mixer.rebuild,
    "reversal": Mixer.reversal,
    "player left": Mixer.left,
    "player returned": Mixer.returned,
    "device failure": Mixer.device,
    "card check": Mixer.check,
    "reopened bets": Mixer.reopen,
    "dispute": Mixer.dispute,
    "closing": Mixer.close,
    "midnight": lambda m: move("midnight"),
    "last coup": Mixer.last,
}
"""Functions that bring each theme about."""


def evening(game: str, seed: int) -> Mixer:
    """Return an evening of a game that is not played yet; its pair and setting follow the seed."""
    pairs, settings = possible(game), settings_of(game)
    return Mixer(seed, pairs[seed % len(pairs)], settings[seed // len(pairs) % len(settings)])
