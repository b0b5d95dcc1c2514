"""Check of players passed over in a promotion's draw: the server alone fills in barred players, so
the audit derives them again from accounts and persons."""

from collections.abc import Iterator, Mapping

from sabot.accounts import Account
from sabot.core.refusal import named
from sabot.engine.finding import Finding, Step
from sabot.floor.kinds import ACCOUNTS, PERSONS
from sabot.links.promotion_people import bar_of
from sabot.people.persons.state import Known
from sabot.promotions.running import PublishedTerms
from sabot.promotions.running.draw.commitment import OrderOpened
from sabot.promotions.running.prizes.awards import WinnerPassedOver


class PassingCheck:
    """Keep the bar from promotions of each account and person, if any. An entrant by a form without
    an account is known to the vault alone."""

    def __init__(self) -> None:
        self._accounts: dict[str, str] = {}
        self._persons: dict[str, str] = {}

    def at_account(self, step: Step[Account]) -> Iterator[Finding]:
        why = bar_of(Known(""), step.after)
        _keep(self._accounts, ACCOUNTS.name(step.line.stream), why)
        yield from ()

    def at_person(self, step: Step[Known]) -> Iterator[Finding]:
        why = bar_of(step.after, Account())
        _keep(self._persons, PERSONS.name(step.line.stream), why)
        yield from ()

    def at_promotion(self, step: Step[PublishedTerms]) -> Iterator[Finding]:
        event, standing = step.event, step.before
        if isinstance(event, OrderOpened):
            winners = [standing.ticket(number).entrant for number in event.winners]
            yield from self._asked(step, event.passed, winners)
        elif isinstance(event, WinnerPassedOver):
            yield from self._asked(step, event.skipped, [event.entrant] if event.ticket else [])

    def _asked(
        self, step: Step[PublishedTerms], passed: Mapping[str, str], winners: list[str]
    ) -> Iterator[Finding]:
        players = {entrant: player for player, entrant in step.before.entrants.items()}
        for entrant, why in passed.items():
            player = players.get(entrant)
            if player is not None and self._bar(player) != why:
                message = f"{named(player)} was passed over as {why}, and the log does not say so."
                yield step.finding("wrong-passing", message)
        for player in [players[each] for each in winners if each in players]:
            if why := self._bar(player):
                message = f"{named(player)} has won, and is {why}."
                yield step.finding("wrong-passing", message)

    def _bar(self, player: str) -> str:
        return self._persons.get(player) or self._accounts.get(player, "")


def _keep(those: dict[str, str], name: str, why: str) -> None:
    if why:
        those[name] = why
    else:
        those.pop(name, None)
