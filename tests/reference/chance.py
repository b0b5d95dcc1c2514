"""Random facts, sensible and senseless, for evenings that shake the reference."""

from collections.abc import Callable
from random import Random

from reference import facts
from reference.cards import HIDDEN, RANKS, SUITS
from reference.deal import deciding
from reference.evening import Evening
from reference.facts import Fact
from reference.shoe import cutters, players_may_cut

NAMES = ("anna", "ben", "cleo", "dora")
ROLES = ("dealer", "casino supervisor", "gaming manager", "operator", "inspector")
AMOUNTS = (50, 5_00, 10_00, 20_00, 100_00, 300_00, 5_01)


class Chance:
    """Draws facts for one evening."""

    def __init__(self, seed: int, evening: Evening) -> None:
        self.random = Random(seed)
        self.evening = evening
        # A card that comes more often than the decks have it.
        self.favourite = "7H" if seed % 4 == 0 else ""

    def name(self) -> str:
        """Return a player's name."""
        return self.random.choice(NAMES)

    def role(self) -> str:
        """Return a role, mostly one that may decide."""
        return self.random.choice((*ROLES, "casino supervisor", "gaming manager"))

    def yes(self, often: float = 0.5) -> bool:
        """Return True with a chance."""
        return self.random.random() < often

    def card(self) -> str:
        """Return a card; sometimes the one that is set aside or waits."""
        table = self.evening.table
        if table.coup is None and table.set_aside and table.set_aside.card and self.yes(0.8):
            return table.set_aside.card
        if table.coup is not None and table.coup.next_card and self.yes(0.8):
            return table.coup.next_card
        if self.favourite and self.yes(0.4):
            return self.favourite
        return self.random.choice(RANKS) + self.random.choice(SUITS)

    def bet(self) -> str:
        """Return a bet of the game, mostly one that is offered."""
        table = self.evening.table
        bets = table.document.main_bets | table.options.offered
        if self.yes(0.1):
            bets |= table.document.optional_bets
        return self.random.choice(sorted(bets))

    def box(self) -> int:
        """Return a box."""
        return self.random.randint(1, 4)

    def amount(self) -> int:
        """Return an amount in cents."""
        return self.random.choice(AMOUNTS)

    def names(self) -> frozenset[str]:
        """Return some players, mostly all."""
        return frozenset(NAMES) if self.yes(0.7) else frozenset({self.name()})

    def key(self) -> tuple[str, str, int]:
        """Return a wager, mostly one that lies."""
        table = self.evening.table
        if table.wagers and self.yes(0.9):
            return self.random.choice(table.wagers).key
        return (self.name(), self.bet(), self.box())

    def scheme(self) -> str:
        """Return a pay scheme of the game."""
        return self.random.choice(sorted(self.evening.table.document.schemes))

    def hand(self) -> str:
        """Return a hand, mostly one that is there."""
        coup = self.evening.table.coup
        if coup is not None and self.yes(0.9):
            return self.random.choice(sorted(coup.hands))
        return self.random.choice(("player", "banker", "dealer", "box 1"))

    def coup(self) -> int | None:
        """Return the number of a coup."""
        coups = len(self.evening.table.history)
        return None if self.yes() else self.random.randint(max(1, coups - 2), coups + 1)

    def cards(self) -> tuple[str, ...]:
        """Return the cards of the coup in another order, sometimes with one more."""
        coup = self.evening.table.coup
        known = [] if coup is None else [card for card in coup.faces if card != HIDDEN]
        if self.yes(0.3):
            known.append(self.card())
        self.random.shuffle(known)
        return tuple(known)

    def sensible(self) -> Fact:
        """Return a fact that moves the evening on, by its phase."""
        table = self.evening.table
        phase = self.evening.put(facts.SignPosted("note")).phase
        step = phase.split()[0]
        if step == "shuffle":
            return facts.Shuffled()
        if step == "cut":
            return facts.Cut(self.cutter(), 60, 52)
        if step == "burn":
            counted = "one" not in table.document.burns
            return facts.Burned(3, "2C") if counted else facts.Burned()
        ways: dict[str, Callable[[], Fact]] = {
            "dealing": lambda: facts.CardShown(self.card()),
            "turning": lambda: facts.CardTurned(self.hidden_hand(), self.card()),
            "interim": facts.InterimSettled,
            "decisions": self.decision,
            "result": facts.ResultAnnounced,
            "settle": lambda: facts.Settled(collected=self.yes(0.7)),
            "rebuild": self.rebuilt,
            "options": lambda: facts.TookDown(*self.key()) if self.yes() else facts.Resumed(),
            "held": lambda: facts.CardCorrected(self.card(), self.role()),
            "reopened": facts.BetsClosed,
            "closed": lambda: facts.Opened(50_000_00),
        }
        if phase in ways:
            return ways[phase]()
        if not table.no_bet:
            if not table.wagers and table.bets_closed:
                return facts.BetsCalled()
            if not table.bets_closed and self.yes(0.3 if table.wagers else 0.95):
                return self.laid()
            if not table.bets_closed and self.yes():
                return facts.BetsClosed(at=table.now + 15)
        return facts.CardDrawn() if self.yes(0.3) else facts.CardShown(self.card())

    def cutter(self) -> str:
        """Return a person who may be the one to cut, mostly the right one."""
        table = self.evening.table
        waiting = [name for name in cutters(table) if name not in table.shoe.cut_declined]
        if self.yes(0.7):
            by_players = players_may_cut(table) and waiting
            return waiting[0] if by_players else "casino supervisor"
        return self.random.choice((*NAMES, "casino supervisor"))

    def hidden_hand(self) -> str:
        """Return a hand with a card that lies face down."""
        coup = self.evening.table.coup
        assert coup is not None
        return self.random.choice([name for name, hand in coup.hands.items() if HIDDEN in hand])

    def decision(self) -> Fact:
        """Return a decision of the box that decides."""
        table = self.evening.table
        assert table.coup is not None
        box = deciding(table.document, table.coup)
        assert box is not None
        enter = next(w for w in table.wagers if w.bet == "enter" and w.box == box)
        if self.yes():
            return facts.Decision(enter.player, box, False)
        return facts.Decision(enter.player, box, True, enter.stake)

    def rebuilt(self) -> Fact:
        """Return a reconstruction, or that there is none."""
        if self.yes(0.7):
            return facts.Rebuilt(self.cards())
        return facts.NotRebuilt(self.role())

    def laid(self) -> Fact:
        """Return a wager."""
        return facts.Laid(
            *(self.name(), self.bet(), self.box(), self.amount()),
            tokens=self.amount() if self.yes(0.1) else 0,
            found=self.yes(0.4),
        )

    def wild(self) -> Fact:
        """Return any fact, mostly of a kind that may happen now."""
        allowed = self.evening.may()
        for _ in range(8):
            fact = self.random.choice(WILD)(self)
            if type(fact).__name__ in allowed:
                break
        return fact


WILD: tuple[Callable[[Chance], Fact], ...] = (
    lambda c: facts.Joined(c.name(), c.random.randint(0, 4), c.yes(0.9)),
    lambda c: facts.Returned(c.name(), c.random.randint(0, 4), c.yes(0.9)),
    lambda c: facts.Left(c.name(), "player" if c.yes(0.8) else "dealer"),
    lambda c: facts.Bought(c.name(), c.amount(), "cash" if c.yes() else "account"),
    lambda c: facts.TokensIssued(c.name(), 20_00),
    lambda c: facts.Deposited(c.name(), c.amount()),
    lambda c: facts.PaidOut(c.name(), c.amount()),
    lambda c: facts.DebtPaid(c.name(), c.amount(), "cash" if c.yes() else "chips"),
    lambda c: facts.LossLimit(c.name(), c.amount()),
    lambda c: facts.LossLimitBreak(c.name(), c.yes(), c.role()),
    lambda c: facts.Midnight(),
    lambda c: facts.SeatVacated(c.name()),
    lambda c: facts.CutGivenToPlayers(c.role()),
    lambda c: facts.CutDeclined(c.name()),
    lambda c: facts.CardsReplaced(c.role()),
    lambda c: facts.ShuffleOrdered(c.role(), c.names(), "void" if c.yes() else "not mixed"),
    lambda c: facts.CuttingCardSeen(),
    lambda c: facts.BetsCalled(),
    lambda c: c.laid(),
    lambda c: c.laid(),
    lambda c: c.laid(),
    lambda c: facts.Withdrew(*c.key(), chips=c.amount() if c.yes() else None),
    lambda c: facts.Reduced("player" if c.yes() else "banker", c.box() if c.yes() else None),
    lambda c: facts.WagerRefused(*c.key(), c.role()),
    lambda c: facts.BothHandsApproved(c.name(), c.role()),
    lambda c: facts.SideBetRestricted(c.bet(), c.role(), frozenset({"surveillance", "inspector"})),
    lambda c: facts.PlayersPerArea(c.random.randint(1, 3), c.role()),
    lambda c: facts.AreaGivenUp(c.name(), c.box()),
    lambda c: facts.NoBetCoup(c.role(), c.name(), c.names(), True),
    lambda c: facts.CardShown(c.card(), c.yes(0.3), c.yes(0.1), c.yes(0.1)),
    lambda c: facts.CardDrawn(),
    lambda c: facts.CardTurned(c.hand(), c.card()),
    lambda c: facts.CardsPassed(c.hand(), c.name()),
    lambda c: facts.CardsPassedWrong(c.hand(), c.name()),
    lambda c: facts.CardsRefused(c.hand(), c.name()),
    lambda c: facts.NoDecision(c.box()),
    lambda c: facts.PaymentDecided(*c.key(), c.amount()),
    lambda c: facts.SatOut(c.name()),
    lambda c: facts.PersonalLimitEnded(c.name(), c.role()),
    lambda c: facts.DepositLimit(c.name(), c.amount()),
    lambda c: facts.FloatFilled(c.amount()),
    lambda c: facts.CardCorrected(c.card(), c.role()),
    lambda c: facts.DeviceSuspected(c.role()),
    lambda c: facts.PlayersLimited(4, c.role()),
    lambda c: facts.DisputeDecided(c.name(), c.role()),
    lambda c: facts.ReviewRequested(c.name()),
    lambda c: facts.DisputeReviewed(c.name(), c.role()),
    lambda c: facts.ToldOfComplaint(c.name()),
    lambda c: facts.Told("surveillance", "missing card"),
    lambda c: facts.SignPosted("close", takes_effect=c.evening.table.now + 1200),
    lambda c: facts.Closed(c.role(), at=c.evening.table.now + 300),
    lambda c: facts.Settled((c.box(),) if c.yes() else (), c.yes()),
    lambda c: facts.CardsCollected(),
    lambda c: facts.Advised(c.name()),
    lambda c: facts.SignPosted("minimum", c.amount(), takes_effect=c.evening.table.now + 1200),
    lambda c: facts.LimitsChanged("minimum", c.amount(), at=c.evening.table.now + 600),
    lambda c: facts.LimitsChanged("maximum", 20_00 * c.box()),
    lambda c: facts.MinimumRaised(c.amount(), c.bet() if c.yes() else None, c.role()),
    lambda c: facts.PersonalLimit(c.name(), 20_00, 900_00, c.role()),
    lambda c: facts.SchemeChanged(c.scheme(), c.role(), c.names()),
    lambda c: facts.SignPosted(
        *("scheme", None, None, c.scheme()), takes_effect=c.evening.table.now + 1200
    ),
    lambda c: facts.SignPosted("odds", scheme=c.scheme()),
    lambda c: facts.DisputeRaised(c.name()),
    lambda c: facts.WrongDeal(c.coup(), c.yes(0.2)),
    lambda c: facts.WrongDeal(),
    lambda c: facts.Rebuilt(c.cards()),
    lambda c: facts.NotRebuilt(c.role()),
    lambda c: facts.TookDown(*c.key()),
    lambda c: facts.SurplusCard(c.hand(), c.card() if c.yes(0.8) else None, c.yes()),
    lambda c: facts.HandMiscounted(c.hand(), 2),
    lambda c: facts.EmptyAreaDealt(c.box()),
    lambda c: facts.BurnedInError(c.card() if c.yes() else None),
    lambda c: facts.CardDeclined(c.box()),
    lambda c: facts.CardFaceUp(c.card(), c.yes()),
    lambda c: facts.OrderRevealed(c.role()),
    lambda c: facts.CardsShort(),
    lambda c: facts.CardsChecked(("7H",) if c.yes() else (), (), c.role()),
    lambda c: facts.Reopened(c.role()),
    lambda c: facts.ScannerDisagrees(c.yes(), c.role()),
    lambda c: facts.DeviceFailed(c.yes(), c.yes(0.2), c.yes(), c.yes()),
    lambda c: facts.WagerInvalid(*c.key()),
    lambda c: facts.PlayerCardInvalid(c.name()),
    lambda c: facts.Mispaid(c.name(), c.amount() * (1 if c.yes() else -1)),
    lambda c: facts.Rectified(c.name()),
    lambda c: facts.SettlingError((c.box(),) if c.yes() else (), c.role()),
    lambda c: facts.Contravened(c.name(), c.role(), tuple(x for x in (c.coup(),) if x)),
    lambda c: facts.OutcomeInvalidated(
        *(c.role(), "fraud" if c.yes() else "disruption", c.coup(), c.yes(0.7)),
        *(frozenset({c.name()}), c.yes()),
    ),
    lambda c: facts.Decided("wrong deal", "void" if c.yes() else "stands", c.role(), "seen"),
    lambda c: facts.Decided("missing card", "void" if c.yes() else "go on", c.role(), "seen"),
)
"""Ways to make a fact, each about as likely as the next."""
