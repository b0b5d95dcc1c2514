"""Claims to a prize: made, met, or refused with a reason."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal
from sabot.core.revision import RESULTS, holds
from sabot.engine.declarations import (
    AT_THE_DESK,
    RECORD,
    STAFF_ONLY,
    Address,
    decision,
    on_pages,
    server_fills,
)
from sabot.engine.streams import Command, Confirmer, Event
from sabot.parts.notices import notices_of
from sabot.promotions.claims import DeniedClaim, deny
from sabot.promotions.running.prizes.awards import award_of, prize_of
from sabot.promotions.running.state import (
    DRAWN,
    MOST_CLAIMS,
    PrizeClaim,
    PublishedTerms,
    clause_of,
    replace,
    sections_of,
    zone_of,
)
from sabot.promotions.running.stream import BY_OPERATOR, PROMOTION, in_phase
from sabot.rules.roles import CASINO_OPERATOR, DEALER, PLAYER, STAFF, may_act_as


class ClaimPrize(Command, frozen=True, kw_only=True):
    """Claim a prize: a player for themselves; for a person without an account, staff with the
    reference of their form, or with a name and address that the vault keeps."""

    pages = on_pages("promote", "promotions", without={DEALER: AT_THE_DESK})
    server_fields = server_fills("kept", changes="person address")

    prize: int
    player: str = ""
    entrant: str = ""
    person: str = ""
    address: Address = ""
    kept: str = ""


class PrizeClaimed(Event, frozen=True, kw_only=True):
    """`won`: the claimant's ticket was drawn for it. `kept` is what the vault has of them."""

    basis = RECORD
    sight = STAFF_ONLY

    number: int
    prize: int
    entrant: str
    won: bool
    kept: str
    clause: str | None


@PROMOTION.decides(ClaimPrize, sent_by=(PLAYER, STAFF))
def claim_prize(standing: PublishedTerms, command: ClaimPrize, now: datetime) -> Sequence[Event]:
    clause = clause_of(standing, "claim")
    in_phase(standing, DRAWN, clause=clause)
    award = award_of(standing, command.prize)
    entrant = _claimant(standing, command, clause)
    won = bool(entrant) and entrant == award.entrant
    if won and award.claim:
        raise Refusal("claimed", clause, "This prize is claimed already.")
    if len(standing.claims) >= MOST_CLAIMS:
        raise Refusal("too-many", clause, "Too many claims wait: have some of them answered first.")
    return [
        PrizeClaimed(
            number=standing.claimed + 1,
            prize=command.prize,
            entrant=entrant,
            won=won,
            kept=command.kept,
            clause=clause,
        )
    ]


def _claimant(standing: PublishedTerms, command: ClaimPrize, clause: str | None) -> str:
    """Return the claimant's reference, if there is one."""
    if command.role == PLAYER:
        if command.player != command.actor:
            raise Refusal("proxy", clause, "People claim their own prizes.")
    elif not may_act_as(command.role, STAFF):
        message = "This is for the player or gaming staff, not for a {role}."
        raise Refusal("wrong-role", clause, message, role=command.role)
    given = [each for each in (command.player, command.entrant, command.kept) if each]
    if len(given) != 1:
        message = "Give the player's account, the reference of a form, or a name and address."
        raise Refusal("bad-command", clause, message)
    if command.player:
        return standing.entrants.get(command.player, "")
    if command.entrant in standing.entrants.values():
        raise Refusal("proxy", clause, "That entrant has an account, and claims with it.")
    if command.entrant and not is_reference(standing, command.entrant):
        raise Refusal("no-ticket", clause, "There is no entry with that reference.")
    return command.entrant


def is_reference(standing: PublishedTerms, entrant: str) -> bool:
    """Return True if an entrant has this reference."""
    number = entrant.removeprefix("E")
    known = entrant.startswith("E") and number.isascii() and number.isdigit()
    return known and 1 <= int(number[:9]) <= standing.people


@PROMOTION.evolves(PrizeClaimed)
def prize_claimed(standing: PublishedTerms, event: PrizeClaimed) -> PublishedTerms:
    claim = PrizeClaim(event.number, event.prize, event.entrant, event.won, event.kept)
    awards = standing.awards
    if event.won:
        won = replace(awards[event.prize], claim=event.number, reached=True)
        awards = {**awards, event.prize: won}
    claims = {**standing.claims, event.number: claim}
    return replace(standing, awards=awards, claims=claims, claimed=event.number)


# Refused


class RefuseClaim(Command, frozen=True, kw_only=True):
    """Do not meet a claim, and say why; another person confirms it. Of a larger one the claimant's
    name and address are kept in the vault, which gives the reference."""

    pages = on_pages("promote")
    server_fields = server_fills("kept", changes="person address")

    number: int
    reason: str
    person: str = ""
    address: Address = ""
    kept: str = ""


class ClaimRefused(Event, frozen=True, kw_only=True):
    basis = decision("claim", alone=False, amount=lambda event: event.value)
    sight = STAFF_ONLY

    number: int
    prize: int
    entrant: str
    value: int
    reason: str
    kept: str
    clause: str


def _confirms_refusal(standing: PublishedTerms, command: RefuseClaim) -> Confirmer | None:
    if not holds(command, RESULTS):
        return None
    return Confirmer(clause_of(standing, "claim"), CASINO_OPERATOR)


@PROMOTION.decides(
    RefuseClaim, BY_OPERATOR, confirmed_by=_confirms_refusal, confirmers=(CASINO_OPERATOR,)
)
def refuse_claim(standing: PublishedTerms, command: RefuseClaim, now: datetime) -> Sequence[Event]:
    claim = standing.claims.get(command.number)
    if claim is None:
        raise Refusal(
            "no-claim", None, "No claim {command_number} waits here.", command_number=command.number
        )
    award = standing.awards.get(claim.prize)
    if claim.won and award is not None and award.done:
        clause = clause_of(standing, "claim")
        raise Refusal("handed-over", clause, "That claim was met: the prize is handed over.")
    value, kept = prize_of(standing, claim.prize).value or 0, command.kept or claim.kept
    denied = DeniedClaim(value, command.reason, kept, kept)
    duties = [deny(denied, section) for section in sections_of(standing).values()]
    refused = ClaimRefused(
        number=claim.number,
        prize=claim.prize,
        entrant=claim.entrant,
        value=value,
        reason=command.reason.strip(),
        kept=kept,
        clause=duties[0].clause,
    )
    about = f"claim {claim.number} of prize {claim.prize}"
    return [refused, *notices_of(standing.notices, duties, about, now, zone_of(standing))]


@PROMOTION.evolves(ClaimRefused)
def claim_refused(standing: PublishedTerms, event: ClaimRefused) -> PublishedTerms:
    claims = {number: each for number, each in standing.claims.items() if number != event.number}
    awards = {
        prize: replace(award, claim=0) if award.claim == event.number else award
        for prize, award in standing.awards.items()
    }
    return replace(standing, claims=claims, awards=awards)
