"""Evenings that mix: random moves, with two themes brought together on purpose."""

from collections.abc import Callable
from copy import deepcopy

from comparison.dealer import CarefulDealer
from comparison.settings import PLAYERS
from comparison.side_by_side import Difference
from comparison.themes import ABSENT, THEMES, Meetings, Pair, possible, settings_of
from comparison.translation import Move, move
from reference.cards import HIDDEN
from reference.corrections import laid_so, money_back, right_money
from reference.deal import due, fresh_hands, hidden, phase
from reference.limits import HANDS
from reference.rebuilding import laid_again
from reference.state import Coup

MINUTE = 60


class Mixer(CarefulDealer):
    """Draws the moves of one evening, with two themes in mind."""

    def __init__(self, seed: int, pair: Pair, setting: int) -> None:
        super().__init__(seed, setting)
        self.pair = pair
        self.meetings = Meetings()
        absent = ABSENT[self.setting.game]
        self.themes = [theme for theme in THEMES if theme not in absent]

    # The next move

    def next(self) -> Move:
        """Return the next move: of a theme of the pair, of another one, or the ordinary one."""
        if self.is_last_chance():
            return move("close")
        chance = self.random.random()
        if chance < 0.35:
            theme = self.wanted()
        elif chance < 0.45:
            theme = self.random.choice(self.themes)
        else:
            return self.ordinary()
        if theme == "closing" and len(self.both.moves) < ANNOUNCE_AFTER:
            return self.ordinary()
        made = WAYS[theme](self)
        if made is not None and made.name == "close" and not self.may_close():
            return self.ordinary()
        preparing = self.both.live.table.phase == "preparing"
        if made is None or (preparing and made.name == "lay"):
            return self.ordinary()
        return made

    def wanted(self) -> str:
        """Return a theme of the pair, mostly the one that has not happened beside the other."""
        missing = [theme for theme in self.pair if theme not in self.meetings.near]
        return self.random.choice(missing if missing and self.yes(0.7) else self.pair)

    def is_last_chance(self) -> bool:
        """Return True if the table can close beside the theme that closing is to meet."""
        if "closing" not in self.pair or self.table.coup is not None or not self.may_close():
            return False
        posted = [sign for _, sign in self.table.signs if sign.kind == "close"]
        over = bool(posted) and posted[-1].takes_effect <= self.table.now
        return over and any(theme in self.meetings.near for theme in self.pair)

    def may_close(self) -> bool:
        """Return True if the evening may end; not before the theme that closing is to meet."""
        others = [theme for theme in self.pair if theme != "closing"]
        alone = len(others) == 1 and others[0] not in self.meetings.near
        return len(self.both.moves) >= (CLOSE_LATE if alone else CLOSE_AFTER)

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
        if self.setting.area is not None and not self.table.document.area_pro_rata:
            changed = self.area_changed()
            if changed is not None:
                return changed
        return move(
            "lay",
            player=self.player(),
            bet=bet,
            chips=self.random.choice((100_00, 200_00)),
            tokens=0,
        )

    def area_changed(self) -> Move | None:
        """Lower an area's maximum below a wager that lies, and raise it again after that coup."""
        limits = self.table.limits.areas
        if self.table.coup is not None or not limits:
            return None
        lowered = min(limits.values()) == SMALL_AREA
        lie = any(w.stake > SMALL_AREA for w in self.table.wagers)
        if lowered and not lie:
            assert self.setting.area is not None
            return move("change", limit="area maximum", amount=self.setting.area)
        if lie and not lowered and self.yes(0.7):
            return move("change", limit="area maximum", amount=SMALL_AREA)
        return self.deal() if lie and lowered and self.yes() else None

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
        """Rebuild the deal in another order, sometimes with cards more than had come out."""
        table = self.table
        coup = table.coup or (table.history[-1] if table.history else None)
        if coup is None or coup.hold is not None:
            return None
        printed = table.document.printed
        cards = [card for hand in coup.hands.values() for card in hand]
        if printed is not None and printed in cards:
            cards.remove(printed)
        if HIDDEN in cards or not cards:
            return None
        for _ in range(self.random.choice((0, 0, 0, 0, 1, 1, 2))):
            cards.append(self.card())
        self.random.shuffle(cards)
        return move("rebuild", cards=tuple(cards)) if self.left_over(coup, cards) < 3 else None

    def left_over(self, coup: Coup, cards: list[str]) -> int:
        """Return how many cards a rebuilt deal leaves over."""
        return len(laid_again(self.table, coup, cards)[1])

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
        """Have a player come back, or go first; a debt may be paid."""
        owing = {n: cents for n in PLAYERS if (cents := self.table.money.get(f"debt:{n}", 0))}
        if owing and self.yes(0.4):
            return self.paid_back(*self.random.choice(sorted(owing.items())))
        gone = [p.name for p in self.table.players.values() if not p.present]
        return move("come", player=self.random.choice(gone)) if gone else self.left()

    def paid_back(self, player: str, owed: int) -> Move | None:
        """Pay a debt with chips or in cash: all of it, a part, or too much."""
        table = self.table
        if table.coup is not None and table.coup.undone is not None:
            return None
        amount = self.random.choice((owed, owed, min(owed, 5_00), owed + 50))
        source = self.random.choice(("chips", "cash")) if table.players[player].present else "cash"
        return move("pay_debt", player=player, amount=amount, source=source)

    def device(self) -> Move | None:
        """Have the device fail."""
        return move("device", how=self.random.choice(("spare", "damaged", "harms", "no spare")))

    def check(self) -> Move | None:
        """Check the cards."""
        return move("check", found=self.yes())

    def reopen(self) -> Move | None:
        """Let wagers be changed, or change them."""
        now, coup = phase(self.table), self.table.coup
        if now == "reopened":
            return self.lay() if self.yes() else self.withdrawn()
        if coup is None:
            return self.deal() if self.table.wagers and self.yes() else None
        unseen = now in ("dealing", "turning") and (not coup.exposed or self.yes(0.1))
        return move("reopen") if unseen else None

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
        if coup is not None and coup.next_cards:
            return None
        if coup is None and (not self.table.wagers or shoe.step != "ready"):
            return None
        if coup is not None and (
            phase(self.table) != "dealing" or due(self.table.document, coup) is None
        ):
            return None
        return self.deal(cutting=True)

    def corrected(self) -> Move | None:
        """Find that a past coup was settled by misread cards, or put that right."""
        table = self.table
        if table.coup is not None and table.coup.undone is not None:
            return None
        open_ = [n for n, each in enumerate(table.findings, 1) if each.righted < abs(each.amount)]
        if open_ and self.yes():
            part = self.random.choice((None, None, 50, 10_00))
            return move("put_right", number=self.random.choice(open_), amount=part)
        done = [coup for coup in table.history if coup.paid or self.yes(0.1)]
        done = [coup for coup in done if not coup.no_bet and not hidden(coup, *coup.hands)]
        if not done:
            return None
        coup = done[-1] if self.yes(0.6) else self.random.choice(done)
        player, bet = self.wager()
        if coup.paid:
            paid = self.random.choice(coup.paid)
            player, bet = paid.player, paid.bet
        cards = self.misread(coup)
        amount = self.random.choice((-5_00, 5_00))
        if coup.paid and self.yes(0.9):
            amount = money_back(paid) - right_money(table, laid_so(table, coup, cards), paid)
            amount = self.random.choice((amount, amount, amount // 2 or 1, amount + 1))
        said = {"player": player, "bet": bet, "amount": amount or 50, "cards": list(cards)}
        return move("misread", coup=coup.number, **said)

    def misread(self, coup: Coup) -> tuple[str, ...]:
        """Return the cards of a coup with another one in the place of one of them."""
        document, trial = self.table.document, deepcopy(coup)
        trial.hands = fresh_hands(document, coup.areas)
        places = [(hand, n) for hand, cards in coup.hands.items() for n in range(len(cards))]
        other, came = self.random.choice(places), list[str]()
        while (hand := due(document, trial)) is not None:
            n = len(trial.hands[hand])
            known = n < len(coup.hands[hand]) and (hand, n) != other
            came.append(coup.hands[hand][n] if known else self.card())
            trial.hands[hand].append(came[-1])
        return tuple(came)

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


ANNOUNCE_AFTER, CLOSE_AFTER, CLOSE_LATE = 25, 40, 80
"""Moves before a closure is announced and before it comes; later where it has yet to meet a theme.
"""
SMALL_AREA = 50_00
"""An area's maximum to which that of a game without shares is lowered."""
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
    "wrong payment": Mixer.corrected,
}
"""Functions that bring each theme about."""


def evening(game: str, seed: int) -> Mixer:
    """Return an evening of a game that is not played yet; its pair and setting follow the seed."""
    pairs = possible(game)
    settings = settings_of(game, pairs[seed % len(pairs)])
    return Mixer(seed, pairs[seed % len(pairs)], settings[seed // len(pairs) % len(settings)])
