"""The product's table of an evening: commands in, refusals and money by place out."""

import itertools
from collections.abc import Collection
from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from comparison.settings import FLOAT, PLAYERS, Setting, dollars, product_card
from reference.limits import HANDS
from sabot.core.money import CASH, CHIPS, TOKENS
from sabot.engine.ledger import balance, of_player
from sabot.engine.streams import Event, Rejection
from sabot.parts.periods import day_in
from sabot.parts.statements import StatementMade
from sabot.rules import Choice, Due
from sabot.table import TABLE
from sabot.table.coup.dealing import early_stakes
from sabot.table.irregularities.remedies.coups import CoupReversed
from sabot.table.irregularities.report import IrregularityReported
from sabot.table.players.offers import undecided
from sabot.table.players.recipients import recipients
from sabot.table.players.room import by_day
from sabot.table.result.debts import CoupEvenedOut, debt_of
from sabot.table.result.settlement import open_stakes, waits_for_marker
from sabot.table.running.variant import odds_sign
from sabot.table.shoe.cards import EXPOSE, counts_clause, due, is_initial
from sabot.table.shoe.cutting import from_back
from sabot.table.state import BETTING, CLOSED, DEALING, PREPARING, READY, SETTLED, Table
from support.evening import START, Evening, Json

PEOPLE = {
    "dealer": "dana",
    "casino supervisor": "sue",
    "gaming manager": "greg",
    "casino operator": "omar",
    "inspector": "ines",
}
CONFIRMER = "vera"
CHANGES_NOTHING = ("STAND", "WAGERS_STAY", "NO_RULE", "NOT_ALLOWED")
"""Outcomes of reports after which everything is as it was, or a supervisor is asked."""
ZONE = ZoneInfo("Australia/Sydney")


class Declined(Exception):
    """The product rejects a command."""

    def __init__(self, do: str, rejection: Rejection) -> None:
        super().__init__(do, rejection)
        self.do = do
        self.rejection = rejection


class Live(Evening):
    """A table of the product, driven as a careful dealer and supervisor drive it."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.sent = 0
        super().__init__(setting.game, ready=False, **setting.opening())
        self.hasty = True
        self.confirmer = CONFIRMER
        self._vouchers = itertools.count(1)
        # Net loss of earlier visits, by player and day, as an account keeps it.
        self.lost: dict[str, dict[date, int]] = {}
        self.send("open-float", "casino supervisor", amount=dollars(FLOAT))

    # Sending

    def send(self, do: str, role: str = "dealer", actor: str = "", **fields: Any) -> list[Event]:
        """Send a command and have it confirmed; raise `Declined` if it is rejected."""
        return self.send_fields(do, role, actor, fields)

    def send_fields(self, do: str, role: str, actor: str, fields: Json) -> list[Event]:
        """Send a command whose fields are given together."""
        self.sent += 1
        decided = self.ask(do, actor=actor or PEOPLE.get(role, role), role=role, **fields)
        if isinstance(decided, Rejection):
            raise Declined(do, decided)
        for event in decided:
            self.table = TABLE.evolve(self.table, event, self.now)
            self.log.append((event, self.now))
            self._post(event)
        made = decided[0] if decided else None
        if isinstance(made, StatementMade):
            return self.send(
                *("confirm-statement", made.confirmer, self.confirmer),
                number=made.number,
                reason="I have seen it",
            )
        return list(decided)

    def _post(self, event: Event) -> None:
        """Count what a reversal brings players who have left, on the day of their wagers."""
        if isinstance(event, CoupReversed | CoupEvenedOut):
            for player, due in event.absent.items():
                if player in event.days:
                    kept = self.lost.setdefault(player, {})
                    kept[event.days[player]] = kept.get(event.days[player], 0) - due

    def supervise(self, do: str, **fields: Any) -> list[Event]:
        """Send a command by a person whom every document lets do it."""
        return self.send(do, "casino operator", **fields)

    def by_player(self, do: str, player: str, **fields: Any) -> list[Event]:
        """Send a player's own command."""
        return self.send(do, "player", player, player=player, **fields)

    def mark(self) -> tuple[Table, int]:
        """Return what `back_to` needs to take commands back."""
        return self.table, len(self.log)

    def back_to(self, mark: tuple[Table, int]) -> None:
        """Take back everything since a mark."""
        self.table = mark[0]
        del self.log[mark[1] :]

    @property
    def clock(self) -> int:
        """Return the seconds since the evening began."""
        return int((self.now - START).total_seconds())

    def wait_seconds(self, seconds: int) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)

    def to_midnight(self) -> None:
        """Let time pass until a new calendar day has begun at the casino."""
        local = self.now.astimezone(ZONE)
        after = (local + timedelta(days=1)).replace(hour=0, minute=5, second=0, microsecond=0)
        self.now += after - local

    # Cards

    def ready_cards(self) -> None:
        """Bring new cards if these must be replaced; check, shuffle and cut."""
        stack = self.table.stack
        if self.table.phase == DEALING:  # the report has shuffled them
            self._cut(from_back(self.table))
            return
        if stack.replace or stack.handled:
            occasions = [rule.occasion for rule in self.table.book.preparation.replacements]
            wanted = "handled" if stack.handled and not stack.replace else None
            occasion = wanted if wanted in occasions else occasions[-1]
            back = "blue" if stack.back == "red" else "red"
            self.supervise("bring-cards", back=back, occasion=occasion, secured=True)
        if self.table.conduct.checks.clause is not None or self.table.stack.check:
            self.send("check-cards", "casino supervisor", dealer="dana")
        self.send("shuffle", "casino supervisor", reason="due")
        self._cut(52)

    def _cut(self, from_back: int) -> None:
        if self.table.stack.stage != READY:
            depth = self.table.stack.cards // 2
            declined = list(self.table.patrons)
            self.send("cut-cards", depth=depth, from_back=from_back, declined=declined)

    def burn(self, card: str) -> None:
        """Burn before the first coup; the first card is turned up where the document has it so."""
        counted = self.table.book.preparation.burns[0].counted
        self.send("burn-cards", **({"card": product_card(card)} if counted else {}))

    def before_card(self) -> None:
        """Call the counts that are called before a further card; show signs before the first."""
        table = self.table
        if table.phase == BETTING and self.lacks_a_sign():
            self.send("show-odds")
        if table.phase != DEALING or not is_initial(table) or table.round.counts:
            return
        if counts_clause(table) is not None and table.round.result is None:
            self.send("announce-counts")

    def call_counts(self) -> None:
        """Call the counts if they have not been called, as before the result."""
        table = self.table
        if counts_clause(table) is not None and not table.round.counts and due(table) is None:
            self.send("announce-counts")

    def keep_cards(self) -> None:
        """Have every player refuse cards that are offered, so that the dealer turns them."""
        if self.table.conduct.handing.retained is None:
            return
        for hand in dict.fromkeys(s.hand for s in self.table.round.slots if not s.up):
            for player in recipients(self.table, hand):
                self.send("refuse-cards", hand=hand, player=player)

    def finish(self) -> list[Event]:
        """Clear the cards of a coup that is settled or void."""
        return self.send("clear-cards") if self.table.phase == SETTLED else []

    def settle(self) -> None:
        """Mark the total where it is marked, and settle."""
        if waits_for_marker(self.table, open_stakes(self.table)):
            self.send("mark-point-total")
        self.send("settle-wagers")

    def report(self, situation: str, **fields: Any) -> None:
        """Report an irregularity; one that changes nothing counts as refused."""
        events = self.supervise("report-irregularity", situation=situation, **fields)
        reported = next(e for e in events if isinstance(e, IrregularityReported))
        if reported.outcome in CHANGES_NOTHING:
            message = f"{reported.outcome}: nothing changes"
            raise Declined(situation, Rejection(reported.outcome, reported.clause, message))

    def resume(self) -> None:
        """Have everybody keep the wagers that were not taken down, and go on."""
        if self.table.round.take_down is not None:
            for player in undecided(self.table):
                self.by_player("keep-wagers", player)
        self.send("resume-play")

    def withdraw_all(self, players: Collection[str]) -> None:
        """Have players withdraw all that they have bet, a bet that needs another one first."""
        stakes = reversed(list(self.table.round.stakes.values()))
        for laid in sorted(stakes, key=lambda laid: laid.on in HANDS):
            if laid.player in players and laid.sequence in self.table.round.stakes:
                box = {} if laid.box is None else {"box": laid.box}
                self.by_player("withdraw-wager", laid.player, on=laid.on, **box)

    def new_voucher(self) -> dict[str, str]:
        """Return the number and conditions of another voucher."""
        return {"number": f"V {next(self._vouchers)}", "conditions": "one wager"}

    def visit(self, player: str) -> dict[str, Any]:
        """Return what a player's account says of a Loss Limit; nothing without one."""
        limit = self.setting.loss_limits.get(player)
        if limit is None:
            return {}
        day = day_in(str(ZONE), self.now)
        lost = self.lost.get(player, {}).get(day, 0)
        own = {"amount": limit, "period": "day", "start": day.isoformat(), "lost": lost}
        room = limit - lost
        visit = {"card": f"card of {player}", "room": room, "limits": [own], "zone": str(ZONE)}
        return {"visit": {**visit, "day": day.isoformat()}}

    def end_visit(self, before: Table, player: str) -> None:
        """Keep what a visit has lost by day, as the account does."""
        patron = before.patrons.get(player)
        if patron is not None and patron.limits:
            kept = self.lost.setdefault(player, {})
            for day, lost in by_day(patron).items():
                kept[day] = kept.get(day, 0) + lost

    # What holds

    def money(self, place: str = "", currency: str = CHIPS) -> int:
        """Return the cents of a currency at a place."""
        return balance(self.table.balances, place, currency)

    def places(self) -> dict[str, int]:
        """Return the money by place, under the reference's names, without empty places."""
        table = self.table
        found = {"float": self.money("float"), "drop": self.money("drop", CASH)}
        for name in PLAYERS:
            found[f"chips:{name}"] = self.money(of_player(name))
            found[f"tokens:{name}"] = self.money(of_player(name), TOKENS)
            found[f"debt:{name}"] = debt_of(table, name)
        settled = set(table.round.settled)
        for laid in table.round.stakes.values():
            if laid.sequence not in settled:
                kind = "layout" if laid.currency == CHIPS else "token-layout"
                found[f"{kind}:{laid.player}"] = found.get(f"{kind}:{laid.player}", 0) + laid.live
        return {place: cents for place, cents in found.items() if cents}

    def lies(self, player: str, on: str) -> dict[str, int]:
        """Return what a player has on a bet, by currency."""
        found: dict[str, int] = {}
        for laid in self.table.round.stakes.values():
            if (laid.player, laid.on) == (player, on):
                found[laid.currency] = found.get(laid.currency, 0) + laid.live
        return found

    def layout(self) -> int:
        """Return the chips that the ledger has on the layout."""
        return self.money("layout")

    def phase(self) -> str:
        """Return what the table waits for, in the reference's words."""
        table = self.table
        if table.phase == CLOSED:
            return "closed"
        if table.phase == DEALING:
            return self._phase_of_deal()
        stack = table.stack
        if table.phase == PREPARING:
            return "cut" if stack.stage and not stack.shuffle else "shuffle"
        if stack.shuffle or stack.replace or stack.check or stack.played_out:
            return "shuffle"
        must_burn = table.book.preparation.burn_required
        if must_burn and not stack.burned and not stack.carried:
            return "burn"
        if table.round.no_bet is not None:
            return "no-bet coup"
        return "no more bets" if table.round.called else "bets"

    def _phase_of_deal(self) -> str:
        table = self.table
        if table.asked or table.statements.holding:
            return "held"
        if table.round.take_down is not None:
            return "options"
        if table.round.reopened is not None:
            return "reopened"
        if table.round.result is not None:
            return "settle"
        if is_initial(table) and early_stakes(table):
            return "interim"
        step = due(table)
        if step == EXPOSE:
            return "turning"
        if isinstance(step, Due | Choice) and table.stack.stage != READY:
            return "shuffle in the coup"
        if isinstance(step, Choice):
            return "decisions"
        return "dealing" if isinstance(step, Due) else "result"

    def needs_odds(self) -> bool:
        """Return True if a sign has to show the odds of the scheme in play."""
        return odds_sign(self.table.conduct, self.table.opened.scheme) is not None

    def dispute_of(self, player: str, *, decided: bool) -> int:
        """Return the number of a player's newest dispute, or 0."""
        cases = self.table.disputes.cases.items()
        mine = [number for number, case in cases if case.player == player]
        return mine[-1] if mine else 0

    @property
    def betting(self) -> bool:
        """Return True if bets are taken or the cards wait between two coups."""
        return self.table.phase in (BETTING, PREPARING)


def readable(event: Event) -> str:
    """Return an event as one line."""
    return msgspec.json.encode(event).decode()[:300]
