"""Note what players' time of play has reached, as time goes on: every few seconds, at all tables.

A table takes no wager after the moment that the account has told it; here the account is asked to
note it, so that staff assess the player and the rest begins though no command comes. Servers that
share a store may all do so: an account that has noted it already says so.
"""

import asyncio
import logging
from datetime import datetime
from typing import Final

from sabot.accounts import NotePlay
from sabot.accounts.play import is_due
from sabot.core.refusal import Refusal
from sabot.floor.intake import BY
from sabot.floor.kinds import ACCOUNTS, POLICIES
from sabot.policies import POLICY_STREAM, PolicyBook, terms_at
from sabot.rules.roles import CASINO_OPERATOR
from sabot.server.casino import Casino
from sabot.table.state import Patron

EVERY_SECONDS: Final = 5.0
log = logging.getLogger("sabot.play")


async def watch_play(casino: Casino, every: float = EVERY_SECONDS) -> None:
    """Look at all tables, again and again."""
    while True:
        try:
            await casino.work(note_play, casino)
        except Refusal as refused:
            log.warning("time of play was not looked at", extra={"why": refused.message})
        await asyncio.sleep(every)


def note_play(casino: Casino) -> int:
    """Have every account note what is due; return the number of those that did."""
    book: PolicyBook = casino.floor.catch_up(POLICIES, POLICIES.name(POLICY_STREAM))
    now, noted = casino.clock(), 0
    terms = terms_at(book, now)
    edition = "" if terms is None else terms.edition
    for name in casino.tables():
        for player, patron in [*casino.state(name).patrons.items()]:
            if patron.account and _may_be_due(patron, edition, now):
                noted += _noted(casino, player, edition, now)
    return noted


def _may_be_due(patron: Patron, edition: str, now: datetime) -> bool:
    """Return whether the table knows of something that may be due at the account."""
    said = patron.play
    if said is None or said.edition != edition:
        return bool(edition) or said is not None
    return any(each is not None and each <= now for each in (said.assess, said.stop))


def _noted(casino: Casino, player: str, edition: str, now: datetime) -> bool:
    account = casino.floor.catch_up_account(player)
    if account.stay is None or not is_due(account.stay, account.rest, edition, now):
        return False
    stream = ACCOUNTS.stream(player)
    number = f"{stream}/play/{account.version}"
    command = NotePlay(id=number, actor=BY, role=CASINO_OPERATOR)
    return casino.floor.give(stream, command).rejected is None
