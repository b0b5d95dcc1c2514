"""A promotion as the public, a player and the desk may see it."""

from datetime import datetime
from typing import Final

import msgspec

from sabot.core.languages import in_chinese
from sabot.parts.disputes import Dispute
from sabot.parts.notices import outstanding
from sabot.promotions.earns import DAYS, OCCASIONS, OUTCOMES
from sabot.promotions.running import PublishedTerms
from sabot.promotions.running.draw.witness import needs_witness
from sabot.promotions.running.prizes.handover import HANDED_OVER
from sabot.promotions.running.state import CANCELLED, Publicity, sections_of, zone_of
from sabot.promotions.terms import Promotion
from sabot.promotions.terms_check import TermsLine
from sabot.promotions.terms_text import written_form
from sabot.rulebooks import RULEBOOKS
from sabot.rules.promotions import PRIZES
from sabot.sentences.words import about
from sabot.views.felt.table_shapes import DisputeView
from sabot.views.felt.you import dispute_view

SHOWN: Final = 100
"""So many of the order are shown; the file has all."""


class PrizeView(msgspec.Struct, frozen=True):
    number: int
    kind: str
    description: str
    value: int
    description_words: dict[str, str] = {}


class PromotionCard(msgspec.Struct, frozen=True):
    """A promotion at a glance. `tickets` counts all that were earned so far."""

    name: str
    title: str
    phase: str
    doubt: bool
    starts: datetime | None
    closes: datetime | None
    when: datetime | None
    tickets: int
    entrants: int
    prizes: tuple[PrizeView, ...]
    title_words: dict[str, str] = {}


class PassedView(msgspec.Struct, frozen=True):
    """A ticket that was drawn for a prize and passed over, and the cause."""

    prize: int
    ticket: int
    cause: str


class WinnerView(msgspec.Struct, frozen=True):
    """Whose a prize is: a reference, never a name. `place` is that in the order."""

    prize: int
    ticket: int
    entrant: str
    place: int
    done: bool


class ScrutinyView(msgspec.Struct, frozen=True):
    """Statement of the scrutineer about the draw."""

    called: str
    sound: bool
    saw: str
    value: str
    at: datetime


class PromotionDrawView(msgspec.Struct, frozen=True):
    """The draw as everybody may see it; `first` are the first tickets of the order, with whose they
    are. `witnessed`: it opens only after the scrutineer's statement, which is `seen` once it is
    there; `overseer` is the scrutineer whom the casino named in the place of the terms' one."""

    commitment: str
    source: str
    beacon: str
    known_from: datetime | None
    scrutineer: str
    digest: str
    secret: str
    value: str
    drawn: datetime | None
    first: tuple[tuple[int, str], ...]
    signature: str = ""
    witnessed: bool = False
    seen: ScrutinyView | None = None
    overseer: str = ""


class PromotionView(msgspec.Struct, frozen=True):
    """All that is public: `form` are the terms as they were handed in, `clauses` by key, `called`
    the games and wagers that they speak of, by their ids."""

    card: PromotionCard
    zone: str
    form: str
    terms: Promotion
    edition: int
    clauses: dict[str, dict[str, str]]
    called: dict[str, str]
    draw: PromotionDrawView
    winners: tuple[WinnerView, ...]
    published: datetime | None
    passed: tuple[PassedView, ...] = ()


class TicketView(msgspec.Struct, frozen=True):
    """A ticket: `number` on the list and `place` in the order, 0 before there is one; where it was
    earned."""

    number: int
    place: int
    rule: int
    table: str
    coup: int
    prize: int


class Mine(msgspec.Struct, frozen=True):
    """A player's tickets. `entrant` is their reference on the list."""

    entrant: str
    tickets: tuple[TicketView, ...]
    count: int
    prizes: tuple[int, ...]
    disputes: tuple[DisputeView, ...] = ()


class AwardView(msgspec.Struct, frozen=True):
    prize: int
    ticket: int
    entrant: str
    player: str
    attempts: int
    reached: bool
    claim: int
    done: str


class ClaimView(msgspec.Struct, frozen=True):
    number: int
    prize: int
    entrant: str
    won: bool
    kept: str


class DueView(msgspec.Struct, frozen=True):
    """A notice that is due: to whom, of what and until when."""

    number: int
    to: str
    clause: str
    about: str
    about_words: dict[str, str]
    by: datetime | None
    deadline: str


class DeskView(msgspec.Struct, frozen=True):
    """The desk's view beside the public one: what is due, notices, statements that wait."""

    view: PromotionView
    notices: tuple[DueView, ...]
    publicity: tuple[Publicity, ...]
    awards: tuple[AwardView, ...]
    claims: tuple[ClaimView, ...]
    waiting: int
    doubt: str
    meddling: dict[str, int]
    disputes: tuple[Dispute, ...] = ()


class Checked(msgspec.Struct, frozen=True):
    """Faults that each document finds in a form."""

    lines: tuple[TermsLine, ...]
    form: str
    terms: Promotion


class TermsFormView(msgspec.Struct, frozen=True):
    """Fields of the form: by rulebook the clause of each key, and of each further key of a kind of
    prize; all kinds of prizes, and what tickets are earned on; `called` the games."""

    clauses: dict[str, dict[str, str]]
    details: dict[str, dict[str, dict[str, str]]]
    kinds: tuple[str, ...]
    occasions: tuple[str, ...]
    outcomes: tuple[str, ...]
    days: tuple[str, ...]
    called: dict[str, str]


def form_view() -> TermsFormView:
    """By the documents as they are now."""
    books = {name: book.promotions for name, book in RULEBOOKS.items()}
    found = {name: section for name, section in books.items() if section is not None}
    return TermsFormView(
        clauses={
            name: {
                **{item.key: item.clause for item in (*each.terms, *each.made_known, *each.prize)},
                "scrutineer": each.scrutineer.clause,
                "starts": each.submission.clause,
                "money_instead": each.money_instead.clause,
                "litres": each.liquor.clause,
            }
            for name, each in found.items()
        },
        details={
            name: {
                kind: {item.key: item.clause for item in items}
                for kind, items in each.details.items()
            }
            for name, each in found.items()
        },
        kinds=tuple(PRIZES),
        occasions=OCCASIONS,
        outcomes=OUTCOMES,
        days=DAYS,
        called={name: RULEBOOKS[name].title for name in found},
    )


def card_of(standing: PublishedTerms) -> PromotionCard:
    told = standing.told
    return PromotionCard(
        name=standing.name,
        title=told.name or standing.name,
        phase=standing.phase,
        doubt=bool(standing.doubt) and standing.phase != CANCELLED,
        starts=told.starts,
        closes=told.terms.entries_close,
        when=told.terms.when,
        tickets=standing.count,
        entrants=standing.people,
        prizes=tuple(
            PrizeView(
                number, each.kind or "", each.description or "", each.value or 0,
                in_chinese(each.description_zh),
            )
            for number, each in enumerate(told.prizes, 1)
        ),
        title_words=in_chinese(told.name_zh),
    )  # fmt: skip


def _called(told: Promotion) -> dict[str, str]:
    books = [RULEBOOKS[each] for each in told.rulebooks if each in RULEBOOKS]
    wagers = {each.wager for each in told.earns}
    named = {id_: name for book in books for id_, name in book.names.items() if id_ in wagers}
    return {**named, **{book.id: book.title for book in books}}


def view_of(standing: PublishedTerms) -> PromotionView:
    told, draw, seen = standing.told, standing.draw, standing.scrutiny
    return PromotionView(
        card=card_of(standing),
        zone=zone_of(standing),
        form=written_form(told),
        terms=told,
        edition=standing.edition,
        clauses={
            book: {
                each.key: each.clause for each in (*found.terms, *found.made_known, *found.prize)
            }
            for book, found in sections_of(standing).items()
        },
        called=_called(told),
        draw=PromotionDrawView(
            commitment=draw.digest,
            source=draw.source,
            beacon=draw.beacon,
            known_from=draw.known_from,
            scrutineer=draw.scrutineer,
            digest=draw.listed,
            secret=draw.secret,
            value=draw.value,
            drawn=draw.drawn,
            first=tuple((number, standing.ticket(number).entrant) for number in draw.order[:SHOWN]),
            signature=draw.signature,
            witnessed=needs_witness(standing),
            seen=None
            if seen is None
            else ScrutinyView(seen.called, seen.sound, seen.saw, seen.value, seen.at),
            overseer=standing.overseer_called,
        ),
        winners=tuple(
            WinnerView(each.prize, each.ticket, each.entrant, each.place, each.done == HANDED_OVER)
            for each in standing.awards.values()
        ),
        published=standing.published,
        passed=tuple(PassedView(each.prize, each.ticket, each.cause) for each in standing.passed),
    )


def mine_of(standing: PublishedTerms, player: str) -> Mine:
    """The tickets of one player; numbers once the list is closed."""
    entrant = standing.entrants.get(player, "")
    numbered, order = bool(standing.draw.listed), standing.draw.order
    own = [(n, each) for n, each in enumerate(standing.tickets(), 1) if each.entrant == entrant]
    places = {number: place for place, number in enumerate(order, 1)} if own and order else {}
    won = {each.ticket: each.prize for each in standing.awards.values() if each.entrant == entrant}
    tickets = tuple(
        TicketView(
            n if numbered else 0, places.get(n, 0), each.rule, each.table, each.coup,
            won.get(n, 0) if order else 0,
        )
        for n, each in own[-SHOWN:]
    )  # fmt: skip
    cases = standing.disputes.cases.values()
    return Mine(
        entrant, tickets, len(own), tuple(sorted(won.values())) if entrant else (),
        tuple(dispute_view(each) for each in cases if each.player == player),
    )  # fmt: skip


def desk_of(standing: PublishedTerms) -> DeskView:
    names = {entrant: player for player, entrant in standing.entrants.items()}
    return DeskView(
        view=view_of(standing),
        notices=tuple(
            DueView(
                each.number, each.to, each.clause, each.about, about(each.about).words, each.by,
                each.deadline,
            )
            for each in outstanding(standing.notices)
        ),
        publicity=standing.publicity,
        awards=tuple(
            AwardView(
                each.prize, each.ticket, each.entrant, names.get(each.entrant, ""), each.attempts,
                each.reached, each.claim, each.done,
            )
            for each in standing.awards.values()
        ),
        claims=tuple(
            ClaimView(each.number, each.prize, each.entrant, each.won, each.kept)
            for each in standing.claims.values()
        ),
        waiting=len(standing.statements.pending),
        doubt=standing.doubt,
        meddling=standing.meddling,
        disputes=tuple(standing.disputes.cases.values()),
    )  # fmt: skip
