"""Random commands by random people at a live table, beside a naive model of it."""

from collections import Counter
from typing import Any

import msgspec
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from sabot.engine.ledger import is_balanced
from sabot.engine.streams import Rejection
from sabot.rules import Choice, Due
from sabot.rules.irregularities.situations import CIRCUMSTANCES, SITUATIONS
from sabot.table import TABLE, Table
from sabot.table.chips.counts import is_counted_alone
from sabot.table.coup.cutting_card import is_cutting_card_due
from sabot.table.coup.dealing import early_stakes
from sabot.table.result.settlement import open_stakes, waits_for_marker
from sabot.table.shoe.cards import due, is_initial
from sabot.table.state import BETTING, DEALING, PREPARING, SETTLED
from support.evening import Evening, check_live
from support.model import EARLY, SIDES, WAGERS, Model

PLAYERS = ("alice", "bob", "carol")
ROLES = ("dealer", "dealer", "dealer", "player", "gaming supervisor", "inspector", "surveillance")
STAFF = ("dealer", "gaming supervisor")
AMOUNTS = ("5", "12.50", "25", "100", "1000", "4.50", "1000.50", "99999")
PHASES = {PREPARING: "", BETTING: "betting", DEALING: "dealing", SETTLED: "settled"}
NAMES = [each.name for each in SITUATIONS]
AT_MOST, EACH = 7_000, 400
"""Bytes of an empty table with all its discards, and of everything that lives there."""


class TableMachine(RuleBasedStateMachine):
    """A table with a model that says which commands are accepted and how chips move."""

    rulebook = ""

    @initialize(seed=st.integers(0, 10**6))
    def open(self, seed: int) -> None:
        options: dict[str, Any] = {}
        if self.rulebook == "star-seven-up":
            options["places"] = 7
        self.evening = Evening(self.rulebook, side_bets=SIDES[self.rulebook], **options)
        self.model = Model(self.rulebook, seed)
        self.blind = False
        for card, times in self.evening.table.stack.seen.items():
            for _ in range(times):
                self.model.shoe.remove(card)
        for number, player in enumerate(PLAYERS, 1):
            self.evening.join(player, number, chips="5000")
            self.model.chips[player], self.model.place[player] = 500_000, number
        self.total = self.everything()

    # Sending

    @property
    def table(self) -> Table:
        return self.evening.table

    def send(self, do: str, expected: bool | None, **fields: Any) -> bool:
        """Send a command; it is accepted just when the model says so."""
        before = self.table
        decided = self.evening.ask(do, **fields)
        accepted = not isinstance(decided, Rejection)
        if isinstance(decided, Rejection):
            assert self.table is before and decided.message and decided.code
        else:
            for event in decided:
                self.evening.table = TABLE.evolve(self.table, event, self.evening.now)
                self.evening.log.append((event, self.evening.now))
        if expected is not None and not self.blind:
            assert accepted is expected, (do, fields, decided)
        self.check()
        return accepted

    def live(self) -> int:
        """People, stakes, cards on the table, and open cases."""
        table, last = self.table, self.table.last
        rounds = [table.round, *([] if last is None else [last])]
        return (
            len(table.patrons)
            + sum(len(each.stakes) + len(each.slots) for each in rounds)
            + len(table.notices.due)
            + len(table.asked)
            + len(table.payments)
        )

    def everything(self) -> int:
        """All chips that are not beyond the table."""
        return sum(v for k, v in self.table.balances.items() if not k.endswith("@world"))

    def check(self) -> None:
        """Money is conserved, no card is in two places, and the state is as large as what lives."""
        assert is_balanced(self.table.balances)
        check_live(self.table)
        assert len(msgspec.msgpack.encode(self.table)) <= AT_MOST + EACH * self.live()
        assert self.everything() == self.total
        stack = self.table.stack
        lying = [slot.card for slot in self.table.round.slots if slot.up]
        lying += [slot.card for slot in (*stack.carried, *stack.waiting) if slot.up]
        lying += [card for cards in stack.rack for card in cards]
        seen = Counter(card for card in lying if card is not None)
        assert seen == Counter({card: n for card, n in stack.seen.items() if n}), "cards"
        assert all(times <= self.table.opened.decks for times in seen.values())
        assert stack.dealt <= stack.cards

    @invariant()
    def the_model_agrees(self) -> None:
        """The table is in the phase that the model is in, and everyone has what it says."""
        if hasattr(self, "evening") and not self.blind:
            assert PHASES[self.table.phase] in (self.model.phase, "dealing")
            for player, chips in self.model.chips.items():
                assert self.evening.chips(player) == chips, player

    def staff(self, role: str) -> bool:
        return role in STAFF

    # Ordinary commands

    @rule(
        player=st.sampled_from(PLAYERS),
        index=st.integers(0, 5),
        amount=st.sampled_from(AMOUNTS),
        wrong_box=st.booleans(),
        actor=st.sampled_from((*PLAYERS, None, None)),
    )
    def bet(self, player: str, index: int, amount: str, wrong_box: bool, actor: str | None) -> None:
        wagers = WAGERS[self.rulebook]
        on = wagers[index % len(wagers)]
        per_box = self.model.boxes_game and on in ("player", "tie", "enter", "draw")
        box = self.model.place[player] if per_box else None
        if wrong_box and index == 5:
            box = 7 if per_box else 3
        who = {"actor": actor or player, "role": "player"}
        cents = round(float(amount) * 100)
        expected = (actor or player) == player
        expected = expected and self.model.place_wager(player, on, box, cents)
        where = {} if box is None else {"box": box}
        if self.send("place-wager", expected, player=player, on=on, amount=amount, **who, **where):
            self.model.bet(player, on, box, cents)

    @rule(player=st.sampled_from(PLAYERS), index=st.integers(0, 5))
    def withdraw(self, player: str, index: int) -> None:
        wagers = WAGERS[self.rulebook]
        on = wagers[index % len(wagers)]
        own = [s for s in self.model.stakes if (s.player, s.on) == (player, on)]
        expected = bool(own) and self.model.phase == "betting"
        expected = expected and not self.model.leaves_a_tie(player, on)
        where = {"box": own[0].box} if own and own[0].box else {}
        done = self.send("withdraw-wager", expected, actor=player, role="player", player=player,
                         on=on, **where)  # fmt: skip
        if done:
            for stake in own:
                self.model.stakes.remove(stake)
                self.model.chips[player] += stake.amount

    @rule(role=st.sampled_from(ROLES))
    def call(self, role: str) -> None:
        expected = self.staff(role) and self.model.phase == "betting" and not self.model.called
        if self.send("no-more-bets", expected, role=role):
            self.model.called = True

    @rule(role=st.sampled_from(ROLES), again=st.integers(1, 4))
    def deal(self, role: str, again: int) -> None:
        for _ in range(again):
            stack = self.table.stack
            carried = bool(stack.carried)
            if len(self.model.shoe) < 20 and self.table.opened.source == "device":
                self.model.restock(stack.seen)
            left = carried or stack.dealt < stack.cards
            fresh = not self._is_shuffle_due()
            expected = self.staff(role) and left and fresh and self.model.deal()
            card = self.model.shoe[-1] if left else "2C"
            said: dict[str, Any] = {} if carried else {"card": card}
            if is_cutting_card_due(self.table):
                said["cutting_card"] = True
            if self.send("deal-card", expected, role=role, **said):
                if not carried:
                    self.model.shoe.pop()
                self.model.took(card)

    @rule(role=st.sampled_from(ROLES))
    def announce(self, role: str) -> None:
        model = self.model
        expected = (
            self.staff(role)
            and self.rulebook != "canberra-mini"
            and model.phase in ("dealing", "announced")
            and len(model.cards) == model.first()
        )
        if self.send("announce-counts", expected, role=role):
            model.counts = True

    @rule(box=st.integers(1, 4), draw=st.booleans())
    def decide(self, box: int, draw: bool) -> None:
        owner = next((p for p, place in self.model.place.items() if place == box), "nobody")
        enter = sum(s.amount for s in self.model.stakes if (s.on, s.box) == ("enter", box))
        expected = self.model.phase == "dealing" and self.model.choice() == box
        expected = expected and self.model.counts
        expected = expected and not (draw and self.model.chips.get(owner, 0) < enter)
        decision = "draw" if draw else "stand"
        if self.send("decide-hand", expected, actor=owner, role="player", box=box,
                     decision=decision):  # fmt: skip
            self.model.decisions[box] = decision
            if draw:
                self.model.bet(owner, "draw", box, enter)

    @rule(role=st.sampled_from(ROLES))
    def result(self, role: str) -> None:
        model = self.model
        counted = model.counts or self.rulebook == "canberra-mini"
        expected = self.staff(role) and model.phase == "dealing" and counted and model.complete()
        if self.send("announce-result", expected, role=role):
            model.phase = "announced"

    @rule(role=st.sampled_from(ROLES))
    def settle(self, role: str) -> None:
        model = self.model
        lying = [s for s in model.stakes if s.on in EARLY and not s.settled]
        initial = model.phase == "dealing" and len(model.cards) == model.first()
        early = initial and bool(lying)
        expected: bool | None = self.staff(role) and (early or model.phase == "announced")
        if self.rulebook == "canberra-mini" and expected:
            expected = None  # where no chip can pay it, a supervisor decides
        if waits_for_marker(self.table, open_stakes(self.table)):
            self.send("mark-point-total", None)
        if self.send("settle-wagers", expected, role=role) and not self.blind:
            assert model.settle(early)
            model.phase = model.phase if early else "settled"

    @rule(role=st.sampled_from(ROLES))
    def clear(self, role: str) -> None:
        expected = self.staff(role) and self.model.phase == "settled"
        if self.send("clear-cards", expected, role=role):
            self.model.cleared()
            self.look()

    @rule(draw=st.booleans(), steps=st.integers(1, 12))
    def go_on(self, draw: bool, steps: int) -> None:
        """Do a careful dealer's next steps, several times, so that coups get finished."""
        for _ in range(steps):
            before = self.table.version
            self.next_thing(draw, steps)
            if self.table.version == before:
                return

    @rule(draw=st.booleans(), steps=st.integers(6, 20))
    def go_on_longer(self, draw: bool, steps: int) -> None:
        self.go_on(draw, steps)

    def next_thing(self, draw: bool, steps: int) -> None:
        table = self.table
        if table.asked:
            self.decide_report("CONTINUE" if steps % 2 else "COUP_VOID")
        elif table.round.take_down or table.round.reopened:
            self.take_down(None)
        elif table.phase == PREPARING or (table.phase == BETTING and self._fresh_cards_due()):
            self.fresh_cards()
        elif table.phase == BETTING:
            if not table.round.stakes and table.round.no_bet is None:
                self.bet(PLAYERS[steps % 3], 0, "25", False, None)
            if not table.round.called:
                self.call("dealer")
            self.deal("dealer", 1)
        elif table.phase == SETTLED:
            self.clear("dealer")
        else:
            self.next_in_coup(draw)

    def next_in_coup(self, draw: bool) -> None:
        table, step = self.table, due(self.table)
        counts = table.conduct.calls.counts
        if table.round.result is not None:
            self.settle("dealer")
        elif is_initial(table) and counts and not table.round.counts:
            self.announce("dealer")
        elif is_initial(table) and early_stakes(table):
            self.settle("dealer")
        elif isinstance(step, Choice):
            self.decide(step.box, draw)
            if isinstance(due(self.table), Choice) and self.blind:
                self.send("decide-hand", None, box=step.box, decision="stand")
        elif isinstance(step, Due):
            self.deal("dealer", 1)
        elif step is None:
            self.result("dealer")

    def _is_shuffle_due(self) -> bool:
        """Return True where the last coup from these cards is over."""
        return self.model.phase == "betting" and self.table.stack.left == 0

    def _fresh_cards_due(self) -> bool:
        stack = self.table.stack
        return bool(stack.shuffle or stack.check or stack.replace or stack.left == 0)

    def fresh_cards(self) -> None:
        """Cards checked, replaced where they must be, shuffled, cut and burned."""
        if self.table.stack.replace:
            occasion = self.table.book.preparation.replacements[-1].occasion
            self.send("bring-cards", None, role="casino operator", back="blue", occasion=occasion)
        self.send("check-cards", None, actor="sue", role="casino supervisor", dealer="dana")
        self.send("shuffle", None, role="casino supervisor", reason="as reported")
        if self.table.phase == PREPARING:
            self.send("cut-cards", None, depth=100, from_back=52, declined=list(self.table.patrons))
        self.model.fill(self.total)
        if self.table.phase == BETTING and not self.table.stack.burned:
            self.send("burn-cards", None, **self._burn())
        self.look()

    def _burn(self) -> dict[str, str]:
        if not self.table.book.preparation.burns[0].counted:
            return {}
        self.model.shoe.remove("AS")
        return {"card": "AS"}

    # People and irregularities

    @rule(player=st.sampled_from(PLAYERS), really=st.integers(0, 3))
    def leave_and_come_back(self, player: str, really: int) -> None:
        if really:
            return
        lies = any(s.player == player for s in self.model.stakes)
        before = self.evening.chips(player)
        decided = self.evening.ask("leave-table", player=player)
        assert isinstance(decided, Rejection) == (lies or bool(self._own(player))) or self.blind
        if not isinstance(decided, Rejection) and before and not lies:
            self.total -= before
            chips = self.model.chips.pop(player)
            self.send("leave-table", None, player=player)
            amount = f"{before // 100}.{before % 100:02}"
            alone = is_counted_alone(self.table, before)
            self.total += before if alone else 0
            self.send("join-table", None, player=player, place=self.model.place[player],
                      chips=amount, card=f"card of {player}")  # fmt: skip
            if not alone:  # a dealer has counted enough of these chips: another counts them too
                self.total += before
                number = max(self.table.statements.pending)
                role = self.table.statements.pending[number].by
                self.send("confirm-statement", None, actor="vera", role=role, number=number,
                          reason="counted")  # fmt: skip
            self.model.chips[player] = chips

    def _own(self, player: str) -> list[Any]:
        return [laid for laid in self.table.round.stakes.values() if laid.player == player]

    @rule(name=st.sampled_from(NAMES), picks=st.integers(0, 2**16), role=st.sampled_from(ROLES))
    def report(self, name: str, picks: int, role: str) -> None:
        """Anything of the matrix, under any circumstances."""
        situation = next(each for each in SITUATIONS if each.name == name)
        circumstances = {}
        for ask in situation.asks:
            values = list(CIRCUMSTANCES[ask])
            picks, pick = divmod(picks, len(values))
            circumstances[ask] = values[pick]
        card = self.model.shoe[-1]
        dealt = self.table.stack.dealt
        fields = {"situation": name, "circumstances": circumstances, "role": role, "card": card,
                  "box": picks % 3 + 1, "player": PLAYERS[picks % 3], "coup": 1, "damaged": 1,
                  "on": WAGERS[self.rulebook][0], "confirmed": False}  # fmt: skip
        if self.send("report-irregularity", None, **fields):
            self.blind = True
            if self.table.stack.dealt > dealt:
                self.model.shoe.pop()

    @precondition(lambda self: self.blind)
    @rule(outcome=st.sampled_from(("CONTINUE", "COUP_VOID", "STAND", "MISDEAL")))
    def decide_report(self, outcome: str) -> None:
        for number in self.table.asked:
            self.send("decide-report", None, role="casino supervisor", number=number,
                      outcome=outcome, reason="as seen")  # fmt: skip

    @precondition(lambda self: self.table.statements.pending)
    @rule(
        do=st.sampled_from(("confirm-statement", "refuse-statement")),
        actor=st.sampled_from(("dana", "vera")),
    )
    def answer_statement(self, do: str, actor: str) -> None:
        number, dealt = min(self.table.statements.pending), self.table.stack.dealt
        role = self.table.statements.pending[number].by
        self.send(do, None, actor=actor, role=role, number=number, reason="seen")
        if self.table.stack.dealt > dealt:
            self.model.shoe.pop()

    @precondition(lambda self: self.blind)
    @rule(player=st.sampled_from((*PLAYERS, None)))
    def take_down(self, player: str | None) -> None:
        if player is None:
            self.send("resume-play", None)
        else:
            self.send("take-down", None, actor=player, role="player", player=player)

    def look(self) -> None:
        """After an irregularity: see again once an ordinary coup begins."""
        table, model = self.table, self.model
        ordinary = (
            table.phase == BETTING
            and not table.round.stakes
            and table.round.no_bet is None
            and not table.next_no_bet
            and not table.stack.carried
            and not table.stack.shuffle
            and not table.stack.check
            and not table.stack.replace
        )
        if self.blind and ordinary:
            self.blind = False
            model.cleared()
            model.called = table.round.called
            model.chips = {player: self.evening.chips(player) for player in model.chips}

    def teardown(self) -> None:
        """The log, read again, gives the same table."""
        if hasattr(self, "evening"):
            assert self.evening.replayed() == self.table


def machine_of(rulebook_id: str) -> type[TableMachine]:
    name = "".join(part.capitalize() for part in rulebook_id.split("-"))
    return type(name, (TableMachine,), {"rulebook": rulebook_id})
