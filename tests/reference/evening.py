"""An evening at one table: facts go in, rulings come out."""

from dataclasses import dataclass

from reference import (
    closing,
    corrections,
    dealing,
    irregularities,
    paying,
    players,
    rebuilding,
    remedies,
    shoe,
    signs,
    wagers,
)
from reference.deal import phase
from reference.document import NO_RULE
from reference.facts import Fact
from reference.games import GAMES
from reference.refusals import IMPOSSIBLE, Refused
from reference.state import Limits, Line, Options, Rule, Shoe, Table, held

SECTIONS = (
    *(closing, players, signs, shoe, wagers, dealing, paying),
    *(rebuilding, irregularities, remedies, corrections),
)

RULES: dict[type, Rule] = {
    kind: rule for section in SECTIONS for kind, rule in section.RULES.items()
}


@dataclass(frozen=True)
class Ruling:
    """The answer to one fact."""

    # Clause that refuses the fact; "no rule" where none speaks; "impossible" where the fact
    # contradicts what is known; None: accepted.
    refused: str | None
    # Why it was refused, in a few words.
    why: str
    # Money by place, in cents: "float", "drop", "cage", "token-drop", "outside", and for each
    # player "chips:", "tokens:", "layout:", "token-layout:", "account:", "debt:" and the name.
    money: dict[str, int]
    # What the casino owes each player: chips, chips on the layout and account, less the debt.
    owed: dict[str, int]
    # What the table waits for.
    phase: str
    # Names of the facts that may happen next.
    may: frozenset[str]
    # Notices and other duties that are open.
    duties: frozenset[str]


def limits_of(options: Options) -> Limits:
    """Return the sign with which a table opens."""
    return Limits(
        Line(options.minimum, options.maximum),
        {bet: Line(*line) for bet, line in options.lines.items()},
        dict(options.areas),
        options.differential,
        options.unit,
    )


class Evening:
    """A table of one game, from opening to closing."""

    def __init__(self, game: str, options: Options) -> None:
        document = GAMES[game]
        self.table = Table(
            document,
            options,
            limits_of(options),
            Shoe(options.decks, options.source),
            options.scheme or next(iter(document.schemes)),
        )

    def put(self, fact: Fact) -> Ruling:
        """Judge a fact, apply it unless it is refused, and say what then holds."""
        table = self.table
        table.now = max(table.now, fact.at)
        refused, why = None, ""
        try:
            self._judge(fact)
        except Refused as refusal:
            refused, why = refusal.clause or NO_RULE, refusal.why
        return Ruling(
            refused,
            why,
            {place: cents for place, cents in sorted(table.money.items()) if cents},
            {name: self.owed(name) for name in sorted(table.players)},
            phase(table),
            self.may(),
            frozenset(table.duties),
        )

    def _judge(self, fact: Fact) -> None:
        table = self.table
        rule = RULES[type(fact)]
        if rule.needs is not None and not self._known(rule.needs):
            raise Refused(NO_RULE, "the document does not speak of it")
        if phase(table) not in rule.phases:
            matter = rule.otherwise
            clause = table.document.clause(matter) if matter and table.open else IMPOSSIBLE
            raise Refused(clause, f"not in the phase {phase(table)!r}")
        rule.do(table, fact)

    def _known(self, matter: str) -> bool:
        document = self.table.document
        bets = document.optional_bets | document.main_bets
        return document.knows(matter) or any(
            document.clause(matter, bet) != NO_RULE for bet in bets
        )

    def owed(self, name: str) -> int:
        """Return what the casino owes a player."""
        table = self.table
        has = sum(held(table, f"{place}:{name}") for place in ("chips", "layout", "account"))
        return has - held(table, f"debt:{name}")

    def may(self) -> frozenset[str]:
        """Return the names of the facts that may happen next."""
        table = self.table
        now = phase(table)
        names = {
            kind.__name__
            for kind, rule in RULES.items()
            if now in rule.phases and (rule.needs is None or self._known(rule.needs))
        }
        if table.coup is None and (table.bets_closed or table.no_bet):
            names.discard("Laid")
        return frozenset(names)
