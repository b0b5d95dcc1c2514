"""An evening at one table, for tests: commands in, events out, a clock that we turn ourselves."""

import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from sabot.core.money import CHIPS
from sabot.engine.ledger import balance, is_balanced, of_player
from sabot.engine.streams import Event, Rejection
from sabot.parts import disputes, notices
from sabot.parts.past import PastCoup
from sabot.parts.sizes import REMEMBERED
from sabot.parts.statements import StatementMade
from sabot.rulebooks import RULEBOOKS
from sabot.rules import Choice, Due
from sabot.rules.coup.layouts import approval_needed
from sabot.table import TABLE, Table
from sabot.table.betting.chances import chance_until
from sabot.table.cases.paid import after_finding
from sabot.table.cases.payment_steps import still_to_do
from sabot.table.cases.payments import MispaymentFound
from sabot.table.cases.records import Record, WantedRecord, wanted, with_record
from sabot.table.coup.cutting_card import is_cutting_card_due
from sabot.table.coup.dealing import early_stakes
from sabot.table.irregularities.remedies.coups import CoupReversed, after_reversal
from sabot.table.limits.displays import APPROVAL, missing_displays
from sabot.table.players.offers import undecided
from sabot.table.players.recipients import recipients
from sabot.table.result.clearance import CoupEnded, past_of_event
from sabot.table.result.ends import Stakes
from sabot.table.result.settlement import open_stakes, waits_for_marker
from sabot.table.shoe.cards import EXPOSE, due, is_initial
from sabot.table.shoe.cutting import from_back
from sabot.table.state import BETTING, DEALING, SHUFFLED, VIRTUAL, Mispaid
from support.accounts import coming
from support.chips import spread
from support.editions import no_rulebooks

SIGN = {"minimum": "5", "maximum": "1000"}
VOUCHER = {"number": "V 1", "conditions": "one wager on an even chance"}
START = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
Json = dict[str, Any]
RESTING = {
    str(command.__struct_config__.tag) for command in TABLE.commands if TABLE.rests_on(command)
} | {"confirm-statement"}
"""Commands that say on what money moves with them; a confirmed one rests on what was stated."""


def check_live(table: Table) -> None:
    """Nothing stays in the state that the next command cannot need, a fixed number of the newest
    cases apart."""
    assert all(table.balances.values()), "an empty purse"
    assert all(still_to_do(table, each) for each in table.payments.values()), "paid and done"
    given = [each for each in table.notices.due.values() if each.given is not None]
    decided = [each for each in table.disputes.cases.values() if not each.is_open]
    assert len(given) <= notices.AT_HAND and len(decided) <= disputes.AT_HAND
    assert len(table.left) <= REMEMBERED


def check_stakes(table: Table, told: Stakes) -> None:
    """A stake is live or went back; both views of the stakes agree."""
    lying = table.round.stakes
    assert all(laid.staked == laid.live + laid.returned for laid in lying.values()), lying
    if table.phase in (BETTING, DEALING):
        assert told.lying == lying, (told.lying, lying)


class Evening:
    """A table without a store. `ok` expects events, `no` a rejection with that code.

    Cards are typed in: `deal("4S 5H KD KC")` deals these, announcing, settling early wagers and
    turning cards as a careful dealer does.
    """

    def __init__(self, rulebook: str, *, ready: bool = True, **options: Any) -> None:
        self.table = Table(name="1")
        self.hasty = False
        self.now = START
        self.log: list[tuple[Event, datetime]] = []
        self.stakes = Stakes()
        self._ids = itertools.count(1)
        self._faces: dict[int, str] = {}
        sign = {**SIGN, **options.pop("sign", {})}
        options = {"feed": "typed", **self._approved(rulebook, options), **options}
        self.opened = self.ok("open-table", role="casino supervisor", rulebook=rulebook, sign=sign,
                              **options)  # fmt: skip
        if ready:
            self.prepare()

    @staticmethod
    def _approved(rulebook: str, options: Json) -> Json:
        """The regulator's letter, where the layout of side bets needs one."""
        layouts = RULEBOOKS[rulebook].together.layouts if rulebook in RULEBOOKS else ()
        asked = approval_needed(layouts, options.get("side_bets", ()))
        return {"approval": "letter 7 of the regulator"} if asked else {}

    def prepare(self, burn: bool = True) -> None:
        """A float, signs, and cards checked, shuffled, cut and burned."""
        chips = spread(100_000_00, self.table.opened.chips)
        self.ok("open-float", role="casino supervisor", amount="100000", chips=chips)
        if self.lacks_a_sign():
            self.says("show-odds")
        self.fresh_cards(burn)

    def fresh_cards(self, burn: bool = True) -> None:
        self.ok("check-cards", actor="sue", role="casino supervisor", dealer="dana")
        self.ok("shuffle", role="casino supervisor", reason="fresh cards")
        if self.table.stack.stage != "ready":
            depth = self.table.stack.cards // 2
            self.ok("cut-cards", depth=depth, from_back=52, **self.cutter())
        if burn:
            way = self.table.book.preparation.burns[0]
            self.ok("burn-cards", **({"card": "AS"} if way.counted else {}))

    def cutter(self) -> Json:
        """Everybody declines the cut, so the supervisor cuts."""
        return {"declined": list(self.table.patrons)}

    def read(self, do: str, actor: str, role: str, **fields: Any) -> Any:
        number = str(next(self._ids))
        slip = {"slip": f"slip {number}"} if do in ("fill", "credit") else {}
        command = {"id": number, "do": do, "actor": actor, "role": role, **slip, **fields}
        return TABLE.read_command(msgspec.json.encode(command))

    def ask(self, do: str, *, actor: str = "dana", role: str = "dealer", **fields: Any) -> Any:
        """Return the table's decision, with what its log has; nothing changes yet. Bets are closed
        once all players have had their time."""
        if do == "no-more-bets" and not self.hasty:
            self.now = max(self.now, chance_until(self.table) or self.now)
        command = self.read(do, actor, role, **fields)
        sought = wanted(self.table, command)
        record = None if sought is None else self.record(sought)
        told = command if record is None else with_record(command, record)
        return TABLE.decide(self.table, told, self.now)

    def record(self, sought: WantedRecord) -> Record | None:
        """Return the log's record of an earlier coup or case, read from its end."""
        later: list[CoupReversed | MispaymentFound] = []
        for event, _ in reversed(self.log):
            case: Any = getattr(event, "case", None)
            if case is not None and WantedRecord(type(case), case.number) == sought:
                return case  # type: ignore[no-any-return]
            if isinstance(event, CoupReversed | MispaymentFound):
                later.append(event)
            if isinstance(event, CoupEnded) and WantedRecord(PastCoup, event.number) == sought:
                past = past_of_event(event)
                for each in reversed(later):
                    if isinstance(each, MispaymentFound):
                        past = after_finding(past, each.mispaid)
                    elif each.number == past.number:
                        past = after_reversal(past, each)
                return past
        return None

    def mispaid(self, number: int = 1) -> Mispaid:
        """A wrong payment, at hand or on file."""
        found = self.table.payments.get(number) or self.record(WantedRecord(Mispaid, number))
        assert isinstance(found, Mispaid)
        return found

    def ok(self, do: str, **fields: Any) -> list[Event]:
        """Give an accepted command and apply its events; a statement is confirmed by another
        person, and its consequences follow. A careful dealer puts up signs, marks a total first,
        and asks each player who may take wagers down."""
        if do == "deal-card" and self.table.phase == BETTING and self.lacks_a_sign():
            self.says("show-odds")
        if do == "settle-wagers" and waits_for_marker(self.table, open_stakes(self.table)):
            self.says("mark-point-total")
        if do == "resume-play" and self.table.round.take_down is not None:
            for player in undecided(self.table):
                self.says("keep-wagers", actor=player, role="player", player=player)
        events = self.says(do, **fields)
        made = events[0] if events else None
        return self.confirm(made) if isinstance(made, StatementMade) else events

    def lacks_a_sign(self) -> bool:
        """Return True if the first card waits for a sign."""
        return any(each.what != APPROVAL for each in missing_displays(self.table))

    def says(self, do: str, **fields: Any) -> list[Event]:
        """The command is accepted; what has to be confirmed waits."""
        decided = self.ask(do, **fields)
        assert not isinstance(decided, Rejection), decided
        if any(getattr(event, "moves", ()) for event in decided):
            assert do in RESTING, f"{do} moves money, and nothing says what it rests on"
        for event in decided:
            self.table = TABLE.evolve(self.table, event, self.now)
            self.log.append((event, self.now))
            self.stakes.put(event)
        check_stakes(self.table, self.stakes)
        assert is_balanced(self.table.balances), (do, fields)
        check_live(self.table)
        return list(decided)

    def confirm(self, made: StatementMade) -> list[Event]:
        """Confirm a statement as a person who may, and return its consequences. Vera has confirmed
        findings of wrong payments, so that another person confirms that they are put right."""
        who = "walt" if made.stated["do"] == "rectify-payment" else "vera"
        return self.says("confirm-statement", actor=who, role=made.confirmer,
                         number=made.number, reason="I have seen it")[1:]  # fmt: skip

    def no(self, code: str, do: str, **fields: Any) -> Rejection:
        """The command is rejected with that code, and nothing changes."""
        decided = self.ask(do, **fields)
        assert isinstance(decided, Rejection), decided
        assert decided.code == code, decided
        return decided

    def wait(self, **time: float) -> None:
        self.now += timedelta(**time)

    # People

    def join(
        self, player: str, place: int | None = None, chips: str = "10000", **more: Any
    ) -> None:
        card = f"card of {player}"
        virtual = self.table.opened.feed == VIRTUAL
        who = coming(player, card) if virtual else {"player": player, "card": card}
        self.ok("join-table", **{**who, "place": place, "chips": chips, **more})

    def bet(self, player: str, on: str, amount: str = "100", **more: Any) -> list[Event]:
        return self.ok("place-wager", actor=player, role="player", player=player, on=on,
                       amount=amount, **more)  # fmt: skip

    def no_bet(
        self, code: str, player: str, on: str, amount: str = "100", **more: Any
    ) -> Rejection:
        return self.no(code, "place-wager", actor=player, role="player", player=player, on=on,
                       amount=amount, **more)  # fmt: skip

    def chips(self, player: str, currency: str = CHIPS) -> int:
        """A player's chips off the layout, in cents."""
        return balance(self.table.balances, of_player(player), currency)

    def money(self, place: str, currency: str = CHIPS) -> int:
        return balance(self.table.balances, place, currency)

    # Cards

    def card(self, name: str, **more: Any) -> list[Event]:
        """Deal a card off the shoe. Face down it stays nameless until `turn` names it. The dealer
        says that the cutting card is out where the log has it."""
        self.prepare_in_coup()
        table = self.table
        if is_cutting_card_due(table):
            more = {"cutting_card": True, **more}
        face = table.round.face or table.opened.face
        if table.phase != DEALING and table.round.no_bet and table.conduct.no_bet_method:
            face = "up"
        named = {"card": name} if face == "up" and not table.stack.carried else {}
        events = self.ok("deal-card", **named, **more)
        self._faces[len(self.table.round.slots) - 1] = name
        return events

    def prepare_in_coup(self) -> None:
        """Cut and burn cards that were shuffled in the middle of a coup."""
        stack = self.table.stack
        if self.table.phase != DEALING or stack.dealt:
            return
        if stack.stage == SHUFFLED:
            self.ok("cut-cards", depth=stack.cards // 2, from_back=from_back(self.table),
                    **self.cutter())  # fmt: skip
        if not self.table.stack.burned:
            way = self.table.book.preparation.burns[0]
            self.ok("burn-cards", **({"card": "AS"} if way.counted else {}))

    def deal(self, cards: str) -> None:
        """Deal these cards as far as they go, doing between them what a dealer does."""
        call = self.table.conduct.calls.required and self.table.phase != DEALING
        if call and not self.table.round.called and self.table.round.no_bet is None:
            self.ok("no-more-bets")
        for name in cards.split():
            if self.table.phase == DEALING:
                self.between()
            self.card(name)
        self.between()

    def between(self) -> None:
        """Turn cards that lie face down, announce counts, settle what settles early."""
        if due(self.table) == EXPOSE:
            self.keep()
            self.turn()
        if is_initial(self.table) and self.table.phase == DEALING:
            if self.table.conduct.calls.counts and not self.table.round.counts:
                self.ok("announce-counts")
            if early_stakes(self.table):
                self.ok("settle-wagers")

    def keep(self) -> None:
        """Let all players decline the cards where they must be offered, so that the dealer keeps
        them."""
        if self.table.conduct.handing.retained is None:
            return
        for hand in dict.fromkeys(slot.hand for slot in self.table.round.slots if not slot.up):
            for player in recipients(self.table, hand):
                self.ok("refuse-cards", hand=hand, player=player)

    def faces(self, hand: str | None = None, slot: int | None = None) -> list[Json]:
        """The face-down cards of a hand, or of all, or one of them, as they were dealt."""
        return [
            {"slot": index, "card": self._faces[index]}
            for index, each in enumerate(self.table.round.slots)
            if not each.up and hand in (None, each.hand) and slot in (None, index)
        ]

    def turn(self, hand: str | None = None, slot: int | None = None, **more: Any) -> list[Event]:
        """Turn up a hand, or all hands, or one card, naming the cards that were dealt; the dealer
        keys what a player turns."""
        cards = self.faces(hand, slot)
        if more.get("role") == "player":
            more = {"turned_by": more["actor"]}
        return self.ok("expose-cards", hand=hand, slot=slot, cards=cards, **more)

    def no_turn(
        self, code: str, hand: str | None = None, slot: int | None = None, **more: Any
    ) -> Rejection:
        cards = self.faces(hand, slot)
        return self.no(code, "expose-cards", hand=hand, slot=slot, cards=cards, **more)

    def choose(self, box: int, decision: str, player: str | None = None) -> list[Event]:
        who: Json = {"actor": player, "role": "player"} if player else {}
        return self.ok("decide-hand", box=box, decision=decision, **who)

    def finish(self) -> list[Event]:
        """Announce, settle and clear a coup whose cards are all out."""
        step = due(self.table)
        assert not isinstance(step, Due | Choice), step
        self.ok("announce-result")
        settled = self.ok("settle-wagers")
        self.ok("clear-cards")
        return settled

    def coup(self, cards: str) -> list[Event]:
        """A whole coup."""
        self.deal(cards)
        return self.finish()

    def replayed(self) -> Table:
        """Fold the table again from its log, through JSON, without rulebooks."""
        table = Table(name="1")
        with no_rulebooks():
            for event, at in self.log:
                again = TABLE.read_event(msgspec.json.encode(event))
                assert again == event
                table = TABLE.evolve(table, again, at)
        return table
