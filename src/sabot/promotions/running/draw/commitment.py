"""The draw: bound before the first entry, opened by two persons after the last, and never again."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.core.revision import RESULTS, SCRUTINY, holds
from sabot.core.seals import is_bound
from sabot.engine.declarations import (
    RECORD,
    STAFF_ONLY,
    OpenedSecret,
    Topic,
    in_topics,
    on_pages,
    server_fills,
    statement,
)
from sabot.engine.streams import Command, Confirmer, Event
from sabot.parts.drand import round_of
from sabot.parts.draw import one_line, order_of
from sabot.parts.notices import NoticeDue
from sabot.parts.outside_values import HEXADECIMAL, checked_value, plain
from sabot.promotions.drawing import SECRET, drum
from sabot.promotions.paper_draw import check_draw
from sabot.promotions.running.draw.witness import check_seen
from sabot.promotions.running.opening import check_sound
from sabot.promotions.running.prizes.awards import awards_of, telling_of
from sabot.promotions.running.state import (
    CLOSED,
    DRAWN,
    SUBMITTED,
    Award,
    DrawProgress,
    PublishedTerms,
    clause_of,
    listed,
    replace,
    sections_of,
)
from sabot.promotions.running.stream import BY_OPERATOR, PROMOTION, in_phase
from sabot.promotions.terms_check import clause_for
from sabot.rules.roles import CASINO_SUPERVISOR

BEACON: Final = "beacon"
DRUM: Final = "drum"
DRAND: Final = "drand"


class CommitDraw(Command, frozen=True, kw_only=True):
    """Commit the casino to the draw. `source` is a beacon, which `beacon` names with its round, the
    round of drand with that number and the beacon's public key, or a drum before a `scrutineer`;
    its value is unknown before `known_from`. The server adds the digest of its secret."""

    pages = on_pages("promote")
    server_fields = server_fills("digest")

    source: str
    known_from: datetime
    beacon: str = ""
    scrutineer: str = ""
    digest: str = ""
    drand_round: int = 0
    drand_key: str = ""


class DrawCommitted(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.DRAW)

    digest: str
    beacon: str
    source: str
    scrutineer: str
    known_from: datetime


@PROMOTION.decides(CommitDraw, BY_OPERATOR)
def commit_draw(standing: PublishedTerms, command: CommitDraw, now: datetime) -> Sequence[Event]:
    clause = clause_of(standing, "awarded")
    if standing.draw.digest:
        raise Refusal(
            "draw-sealed", clause, "This draw was committed already: it is committed once."
        )
    in_phase(standing, SUBMITTED)
    beacon = beacon_of(command, clause)
    closes = standing.told.terms.entries_close
    if command.known_from.tzinfo is None:
        raise Refusal("bad-command", clause, "Give the time with its time zone.")
    if closes is not None and command.known_from < closes:
        message = "The outside value has to come after the entries are closed."
        raise Refusal("beacon-known", clause_of(standing, "entries_close"), message)
    if command.source == DRAND:
        _check_comes(command, clause)
    if not command.digest:
        raise Refusal("no-commitment", clause, "No commitment to this draw was published.")
    return [
        DrawCommitted(
            digest=command.digest,
            beacon=beacon,
            source=command.source,
            scrutineer=command.scrutineer.strip(),
            known_from=command.known_from,
        )
    ]


def _check_comes(command: CommitDraw, clause: str | None) -> None:
    """Refuse a round of a known chain that is known before the time that is stated."""
    comes = round_of(command.drand_round, command.drand_key).comes
    if comes is not None and comes < command.known_from:
        message = "That round is known before the time that you state: take a later round."
        raise Refusal("beacon-known", clause, message)


def beacon_of(command: CommitDraw, clause: str | None) -> str:
    """The outside value as it is sealed."""
    if command.source == DRUM:
        return drum(command.scrutineer)
    if command.source == DRAND:
        return round_of(command.drand_round, command.drand_key).sealed
    if command.source != BEACON:
        message = "The outside value is that of a beacon, of drand or of a drum, not {source}."
        raise Refusal("bad-command", clause, message, source=quoted(command.source))
    beacon = one_line(command.beacon, "The name of the outside value")
    if not beacon:
        raise Refusal("no-beacon", clause, "Name the beacon, and which round of it will count.")
    return beacon


@PROMOTION.evolves(DrawCommitted)
def draw_committed(standing: PublishedTerms, event: DrawCommitted) -> PublishedTerms:
    draw = DrawProgress(
        event.digest, event.beacon, event.source, event.scrutineer, event.known_from
    )
    return replace(standing, draw=draw)


# Opened


class OpenOrder(Command, frozen=True, kw_only=True):
    """State the outside value, or the `signature` of a drand round, and who oversees the draw;
    another person confirms it. The server
    adds its secret, from which the order of all tickets follows, and who of the first is `barred`
    by now, such as an excluded player."""

    pages = on_pages("promote")
    server_fields = server_fills("secret barred")

    value: str = ""
    scrutineer: str = ""
    secret: OpenedSecret = ""
    barred: dict[str, str] = msgspec.field(default_factory=dict)
    signature: str = ""


class OrderOpened(Event, frozen=True, kw_only=True):
    """`winners` has the number of the ticket for each prize, in the order of the prizes. `passed`
    were drawn before them and cannot take part any more: why, by reference."""

    basis = statement("draw")
    sight = STAFF_ONLY
    topics = in_topics(Topic.DRAW)
    grows_with = "the entrants who are barred"

    secret: OpenedSecret
    value: str
    scrutineer: str
    winners: tuple[int, ...]
    drawn: datetime
    passed: dict[str, str] = msgspec.field(default_factory=dict)
    signature: str = ""


def _confirms_value(standing: PublishedTerms, command: OpenOrder) -> Confirmer:
    """Require a second person for the value of the drum or beacon. What can be refused without the
    casino's secret is refused when it is stated."""
    check_opening(standing, command)
    return Confirmer(clause_of(standing, "awarded"), CASINO_SUPERVISOR, tried=False)


def check_opening(standing: PublishedTerms, command: OpenOrder) -> None:
    clause = clause_of(standing, "awarded")
    if standing.draw.order:
        raise Refusal("draw-opened", clause, "This draw is opened: there is no other.")
    in_phase(standing, CLOSED, clause=clause)
    check_sound(standing)
    if not plain(command.value) and not command.signature.strip():
        raise Refusal(
            "no-beacon",
            clause,
            "Give the published value of {beacon}.",
            beacon=standing.draw.beacon,
        )
    one_line(command.value, "The outside value")
    if holds(command, SCRUTINY):
        check_seen(standing, outside_value(standing, command))
        return
    hexadecimal = HEXADECIMAL in standing.draw.beacon and holds(command, RESULTS)
    if hexadecimal and SECRET.fullmatch(plain(command.value)) is None:
        message = "The outside value is sealed as 64 hexadecimal digits: this is none."
        raise Refusal("bad-value", clause, message)


def outside_value(standing: PublishedTerms, command: OpenOrder) -> str:
    """Return the outside value in its one spelling; since revision `SCRUTINY`, of its kind."""
    if not holds(command, SCRUTINY):
        return plain(command.value)
    return checked_value(standing.draw.beacon, command.value, command.signature)


@PROMOTION.decides(
    OpenOrder, BY_OPERATOR, confirmed_by=_confirms_value, confirmers=(CASINO_SUPERVISOR,)
)
def open_order(standing: PublishedTerms, command: OpenOrder, now: datetime) -> Sequence[Event]:
    check_opening(standing, command)
    draw, terms = standing.draw, standing.told
    overseer = command.scrutineer.strip() or draw.scrutineer
    if standing.scrutiny is not None:
        overseer = standing.scrutiny.called
    check_draw(now, terms, overseer, True, sections_of(standing))
    check_time(standing, now)
    if not is_bound(draw.digest, "draw", command.secret, draw.beacon):
        message = "This is not the secret that was sealed."
        raise Refusal("order-not-committed", clause_of(standing, "awarded"), message)
    value = outside_value(standing, command)
    order = order_of(command.secret, listed(standing), value)
    awards = awards_of(standing, order, command.barred)
    opened = OrderOpened(
        secret=command.secret,
        value=value,
        scrutineer=overseer,
        winners=tuple(each.ticket for each in awards.values()),
        drawn=now,
        passed=command.barred,
        signature=command.signature.strip(),
    )
    return [opened, *_told(replace(standing, awards=awards), now)]


def check_time(standing: PublishedTerms, now: datetime) -> None:
    """Not before the value can be known, nor before the draw was announced for."""
    known, stated = standing.draw.known_from, standing.told.terms.when
    if known is not None and now < known:
        message = "The outside value cannot be known yet."
        raise Refusal("too-early", clause_of(standing, "awarded"), message)
    for section in sections_of(standing).values():
        if stated is not None and now < stated:
            message = "The draw is held when the terms say, not before."
            raise Refusal("too-early", clause_for("held", section), message)


def _told(standing: PublishedTerms, now: datetime) -> list[NoticeDue]:
    """The winners that are due a notice, numbered on."""
    found: list[NoticeDue] = []
    for award in standing.awards.values():
        found += telling_of(standing, award, now, len(found))
    return found


@PROMOTION.evolves(OrderOpened)
def order_opened(standing: PublishedTerms, event: OrderOpened) -> PublishedTerms:
    order = order_of(event.secret, listed(standing), event.value)
    draw = replace(
        standing.draw,
        secret=event.secret,
        value=event.value,
        order=order,
        drawn=event.drawn,
        scrutineer=event.scrutineer,
        signature=event.signature,
    )
    awards = awards_of(standing, order, event.passed)
    return replace(standing, phase=DRAWN, draw=draw, awards=_numbered(standing, awards))


def _numbered(standing: PublishedTerms, awards: dict[int, Award]) -> dict[int, Award]:
    """Each with the notices that follow the event, in their order."""
    if standing.told.terms.attendance:
        return awards
    first, each = standing.notices.count + 1, len(standing.editions)
    return {
        prize: replace(award, notices=tuple(range(first + at * each, first + (at + 1) * each)))
        for at, (prize, award) in enumerate(awards.items())
    }
