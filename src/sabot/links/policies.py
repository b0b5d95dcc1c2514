"""The policy in force: the server fills its terms into the commands that they bear on."""

from typing import Any, Final

import msgspec

from sabot.accounts import ACCOUNT
from sabot.engine.enrichment import CONFIRMER, EnrichmentContext
from sabot.engine.streams import Command, Stream
from sabot.policies import POLICY, AdoptPolicy, PolicyBook, terms_in_force

replace = msgspec.structs.replace
TERMS: Final = "terms"
"""Field that a command declares as the server's where a policy bears on it."""


def with_terms(context: EnrichmentContext[Any], command: Command) -> Command:
    """Fill in the terms in force. A command that waits for a second person gets those of the moment
    when it is confirmed."""
    return replace(command, terms=terms_in_force(context))


def bears_on(rules: Stream[Any]) -> tuple[type[Command], ...]:
    """Return the commands of a stream that the terms of a policy bear on."""
    return tuple(each for each in rules.commands if TERMS in each.server_fields.fills)


for each in bears_on(ACCOUNT):
    ACCOUNT.enriches(each, TERMS)(with_terms)


@POLICY.enriches(AdoptPolicy, "zone", before=CONFIRMER)
def with_zone(context: EnrichmentContext[PolicyBook], command: AdoptPolicy) -> AdoptPolicy:
    """Fill in the casino's time zone."""
    return replace(command, zone=context.zone)
