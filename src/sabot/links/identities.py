"""Identities of account holders: their personal data goes into the vault, a digest into the log."""

from typing import Final

import msgspec

from sabot.accounts import ACCOUNT, Account
from sabot.accounts.days import local_day
from sabot.accounts.identity import PersonalData, RecordIdentity, personal_data, years_old
from sabot.core.card_numbers import digest_of
from sabot.core.refusal import Refusal
from sabot.engine.enrichment import EnrichmentContext
from sabot.people.card_key import NAME
from sabot.people.custody import STREAM
from sabot.policies import terms_in_force

IDENTITY: Final = "identity"
"""Key of the personal data in the account's vault."""
read_personal_data: Final = msgspec.json.Decoder(PersonalData).decode
replace = msgspec.structs.replace


@ACCOUNT.enriches(RecordIdentity, "number full_name born kept of_age")
def keep_personal_data(
    context: EnrichmentContext[Account], command: RecordIdentity
) -> RecordIdentity:
    """Take the personal data out of the command and into the vault, and compare the age with the
    policy in force."""
    key = context.vault.unseal(STREAM, NAME)
    if key is None or digest_of(command.number, key) != command.document:
        message = "The number of the document was given in two ways: give it once more."
        raise Refusal("no-identity", None, message)
    data = personal_data(command)
    terms = terms_in_force(context)
    least = 0 if terms is None else terms.identity_least_age or 0
    of_age = years_old(data.born, local_day(context.state, context.now)) >= least
    context.seal(IDENTITY, msgspec.json.encode(data))
    return replace(command, number="", full_name="", born="", kept=True, of_age=of_age)
