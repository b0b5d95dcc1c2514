"""People of a promotion: who cannot take part, and names and addresses in the vault.

The log has references alone; the vault has the name and the address that each stands for.
"""

import hmac
from typing import Final, TypeVar

import msgspec

from sabot.accounts import ACCOUNT_KIND, Account
from sabot.core.alike import words_of
from sabot.core.refusal import Refusal, named
from sabot.engine.enrichment import CONFIRMER, EnrichmentContext
from sabot.parts.periods import day_in
from sabot.people.names.identity import namesakes, works_here
from sabot.people.persons.person import PERSON_KIND
from sabot.people.persons.state import Known
from sabot.promotions.running import PROMOTION, PROMOTION_KIND, PublishedTerms
from sabot.promotions.running.draw.scrutiny import (
    HAS_TICKET,
    NOT_ONE,
    WORKS_HERE,
    NameScrutineer,
    StateScrutiny,
)
from sabot.promotions.running.entries.forms import (
    KEYED_ALONE,
    EnterByForm,
    keyed_on,
    reference_of,
)
from sabot.promotions.running.prizes.prize_claims import ClaimPrize, RefuseClaim
from sabot.promotions.running.state import NOTHING, zone_of
from sabot.rules.roles import PLAYER, SCRUTINEER
from sabot.store.trust.verified_reader import VerifiedReader

LONGEST: Final = 500
"""Characters of a name or an address."""
PEOPLE: Final = "people"
"""Key, in the vault, of the secret by which names and addresses are recognised."""
Context = EnrichmentContext[PublishedTerms]
F = TypeVar("F", EnterByForm, ClaimPrize, RefuseClaim)
replace = msgspec.structs.replace


class Whose(msgspec.Struct, frozen=True):
    """The name and the address that a reference stands for, as the vault keeps them."""

    name: str
    address: str


def whose(store: VerifiedReader, name: str, reference: str) -> Whose | None:
    """Return the person whom a reference of a promotion stands for."""
    return _whose(store.unseal(PROMOTION_KIND.stream(name), reference))


def _whose(kept: bytes | None) -> Whose | None:
    return None if kept is None else msgspec.json.decode(kept, type=Whose)


# Persons who cannot take part


def bar_of(known: Known, account: Account) -> str:
    """Return what keeps a person from a promotion; an empty text where nothing does."""
    if works_here(known) or account.staff:
        return "a scrutineer of draws" if known.role == SCRUTINEER else "on the staff"
    if known.kept_out is not None:
        return "excluded from the casino"
    return "" if account.exclusion is None else "excluded from play"


def bar(context: Context, player: str) -> str:
    """Return what keeps a person out, by any spelling of the name; a name may be of no person
    here."""
    bars = (
        bar_of(context.newest(PERSON_KIND.stream(name)), context.newest(ACCOUNT_KIND.stream(name)))
        for name in namesakes(context.owner, player)
    )
    return next(filter(None, bars), "")


def bar_in_words(context: Context, player: str) -> str:
    """Return the sentence that says why a person cannot take part; an empty text if they can."""
    why = bar(context, player)
    return f"{named(player)} is {why}." if why else ""


def name_of(context: Context, entrant: str) -> str:
    """Return an entrant's account, or the name in the vault of one without."""
    entrants = context.state.entrants
    if found := [player for player, each in entrants.items() if each == entrant]:
        return found[0]
    known = _whose(context.unseal(f"entrant-{entrant}"))
    return "" if known is None else known.name


# Names and addresses


@PROMOTION.enriches(EnterByForm, "keyed kept person address", before=CONFIRMER)
def count_form(context: Context, command: EnterByForm) -> EnterByForm:
    """Fill in how many forms the sender has keyed on this day. One that waits for a second person
    waits without name and address, which the vault keeps under the statement's number."""
    if command.role == PLAYER or context.state.phase == NOTHING:
        return command
    day = day_in(zone_of(context.state), context.now).isoformat()
    command = replace(command, keyed=keyed_on(context.state, command.actor, day))
    if command.keyed < KEYED_ALONE:
        return command
    return _covered(context, command, f"{WAITING}{context.state.statements.count + 1}")


@PROMOTION.enriches(EnterByForm, "barred same kept person address")
def take_form(context: Context, command: EnterByForm) -> EnterByForm:
    """Fill in whether the person is barred, and move name and address into the vault."""
    waited = command.kept.startswith(WAITING)
    whom = _whose(context.unseal(command.kept)) if waited else None
    told = command if whom is None else replace(command, person=whom.name, address=whom.address)
    who = told.player or told.person.strip()
    barred = bar_in_words(context, who) if who else ""
    if told.player and not context.newest(ACCOUNT_KIND.stream(told.player)).player:
        barred = f"{named(told.player)} has no account here."
    same = _same(context, told)
    covered = _covered(context, told, f"entrant-{reference_of(context.state, told.player, same)}")
    kept = command.kept if waited else covered.kept
    return replace(covered, barred=barred, same=same if kept else "", kept=kept)


WAITING: Final = "form-"
"""Name, in the vault, of the person of a form that waits for a second person."""


def _same(context: Context, command: EnterByForm) -> str:
    """Return a digest by which the server recognises a name and address."""
    key = context.unseal(PEOPLE)
    if key is None or not command.person.strip():
        return ""
    said = f"{name_words(command.person)}\n{address_words(command.address)}"
    return hmac.digest(key, said.encode(), "sha256").hex()[:32]


TITLES: Final = frozenset({"mr", "mrs", "ms", "miss", "dr"})
SHORT: Final = {
    "st": "street", "rd": "road", "ave": "avenue", "av": "avenue", "ln": "lane", "dr": "drive",
    "hwy": "highway", "pl": "place", "ct": "court", "pde": "parade", "tce": "terrace",
    "apt": "", "unit": "", "flat": "", "no": "",
}  # fmt: skip
"""Short forms in addresses, and words that are left out as often as not."""


def name_words(name: str) -> str:
    """Return the words of a name in one order, without accents, titles and punctuation.

    >>> name_words("Dr. José  O'Neil") == name_words("ONEIL, jose")
    True
    """
    return " ".join(sorted(each for each in words_of(name) if each not in TITLES))


def address_words(address: str) -> str:
    """Return an address in one spelling: no punctuation, and long forms of common words.

    >>> address_words("Unit 3/12 High St.") == address_words("3 / 12 high street")
    True
    """
    return " ".join(filter(None, (SHORT.get(each, each) for each in words_of(address))))


@PROMOTION.enriches(ClaimPrize, "kept person address")
def take_claim(context: Context, command: ClaimPrize) -> ClaimPrize:
    """Move the claimant's name and address into the vault."""
    return _covered(context, command, f"claim-{context.state.claimed + 1}")


@PROMOTION.enriches(RefuseClaim, "kept person address", before=CONFIRMER)
def keep_claimant(context: Context, command: RefuseClaim) -> RefuseClaim:
    """Move the claimant's name and address into the vault, where they are not there yet."""
    claim = context.state.claims.get(command.number)
    if claim is not None and claim.kept and (command.person or command.address):
        message = "The claimant's name and address are kept already, and stay as they are."
        raise Refusal("meddling", None, message)
    return _covered(context, command, f"claim-{command.number}")


def _covered(context: Context, command: F, reference: str) -> F:
    """Return the command with a reference in place of a name and an address."""
    name, address = command.person.strip(), command.address.strip()
    if not name and not address:
        return command
    if not name or not address:
        raise Refusal("bad-command", None, "Give both the name and the address.")
    if len(name) > LONGEST or len(address) > LONGEST:
        raise Refusal("bad-command", None, "That name or address is too long.")
    context.seal(reference, msgspec.json.encode(Whose(name, address)))
    return replace(command, person="", address="", kept=reference)


# The scrutineer


@PROMOTION.enriches(NameScrutineer, "called unfit")
def know_named(context: Context, command: NameScrutineer) -> NameScrutineer:
    """Fill in the display name of the person who is named, and what keeps them from it."""
    called, unfit = _scrutineer(context, command.person)
    return replace(command, called=called, unfit=unfit)


@PROMOTION.enriches(StateScrutiny, "called unfit")
def know_scrutineer(context: Context, command: StateScrutiny) -> StateScrutiny:
    """Fill in the scrutineer's display name, and what keeps them from it."""
    called, unfit = _scrutineer(context, command.actor)
    return replace(command, called=called, unfit=unfit)


def _scrutineer(context: Context, person: str) -> tuple[str, str]:
    """Return a scrutineer's display name and why they cannot be one, if so: they do not sign in as
    a scrutineer, work here under a name alike, or have a ticket."""
    known: Known = context.newest(PERSON_KIND.stream(person))
    called = known.shown or person
    if known.role != SCRUTINEER or known.is_out:
        return called, NOT_ONE
    for name in namesakes(context.owner, person):
        other: Known = context.newest(PERSON_KIND.stream(name))
        account: Account = context.newest(ACCOUNT_KIND.stream(name))
        if account.staff or (works_here(other) and other.role != SCRUTINEER):
            return called, WORKS_HERE
        if name in context.state.entrants:
            return called, HAS_TICKET
    return called, ""
