"""The rulebooks over HTTP: what they decide, and every clause with its status.

Anyone may ask: each document wants its rules open to inspection upon request.
"""

from functools import lru_cache
from typing import Annotated

import msgspec

from sabot.core.languages import ENGLISH, languages, phrase
from sabot.rulebooks import RULEBOOKS, edition, in_force
from sabot.rulebooks.catalogue import Catalogue, catalogue, pays_by
from sabot.rules import Rulebook, Wager
from sabot.rules.clause import Clause
from sabot.server.http.routes import EVERYONE, Asked, Route


class RulebookCard(msgspec.Struct, frozen=True):
    """An approved document in one edition, which `version` names; `in_force` is its first day,
    `digest` what it decides, as 64 hexadecimal digits; `tournaments`: it has rules for them."""

    id: str
    title: str
    casino: str
    version: str
    dated: str
    in_force: str
    digest: str
    tournaments: bool


class LineView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way for a wager not to lose. `name` is its name in a what-if."""

    name: str
    pays: str
    clause: str
    when: str
    scheme: str | None = None


class WagerRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wager of the document; `decks` where it is offered with some numbers of decks only."""

    id: str
    name: str
    clause: str
    loses: str
    lines: tuple[LineView, ...]
    side: bool = False
    per_box: bool = False
    settles: str = "end"
    decks: tuple[int, ...] | None = None


class RulebookView(msgspec.Struct, frozen=True):
    """The contents of a document: decks, ways to settle by their clauses, wagers, printed tables by
    their clauses, its sections, and how many clauses are of each kind. `decides`: players choose
    whether to draw, so that there is a strategy."""

    id: str
    title: str
    casino: str
    version: str
    dated: str
    in_force: str
    digest: str
    tournaments: bool
    coup: str
    decks: tuple[int, ...]
    schemes: dict[str, str]
    wagers: tuple[WagerRules, ...]
    tables: dict[str, tuple[tuple[str, ...], ...]]
    sections: dict[str, str]
    counts: dict[str, int]
    decides: bool


class RulingView(msgspec.Struct, frozen=True):
    """A ruling on an unclear clause: the question, the reading taken and the one rejected."""

    question: str
    taken: str
    rejected: str


class ClauseView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A clause in our words. `where` is the function that enforces or records it, or why there is
    nothing to do."""

    clause: str
    kind: str
    where: str
    summary: str
    tests: tuple[str, ...] = ()
    pays: tuple[str, ...] = ()
    rulings: tuple[RulingView, ...] = ()


class EditionQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`edition`: which one, by its version, as a table names it; else the one that is in force.
    `language`: in which its clauses are told, English where there are no words for it."""

    edition: str | None = None
    language: Annotated[str, msgspec.Meta(max_length=20)] = ENGLISH


class ClausesQuery(EditionQuery, frozen=True, forbid_unknown_fields=True):
    """`tests`: whether the names of the tests are wanted too."""

    tests: bool = True


def book_asked(asked: Asked) -> Rulebook:
    """Return the edition that the request names."""
    id_, wanted = asked.path["id"], asked.query.edition
    return in_force(id_, asked.casino.clock()) if wanted is None else edition(id_, wanted)


def card_of(book: Rulebook) -> RulebookCard:
    return RulebookCard(
        book.id,
        book.title,
        book.casino,
        book.version,
        book.dated,
        book.in_force,
        book.digest,
        tournaments=book.tournament is not None,
    )


def language_asked(asked: Asked) -> str:
    wanted: str = asked.query.language
    return wanted if wanted in languages() else ENGLISH


def view_of_book(book: Rulebook, language: str = ENGLISH) -> RulebookView:
    listing, card = catalogue(book.id, book.version), card_of(book)
    return RulebookView(
        **msgspec.structs.asdict(card),
        coup=book.coup,
        decks=book.preparation.decks.allowed,
        schemes=dict(book.schemes),
        wagers=tuple(_wager(listing, each, language) for each in book.wagers),
        tables=dict(book.tables),
        sections={each: phrase(title, language) for each, title in listing.sections.items()},
        counts=listing.count(),
        decides=book.procedure.takes_decisions is not None,
    )


def _wager(listing: Catalogue, wager: Wager, language: str) -> WagerRules:
    lines = tuple(
        LineView(
            wager.line_name(place),
            str(line.pays),
            line.clause,
            phrase(listing.clause(line.clause).summary, language),
            line.scheme,
        )
        for place, line in enumerate(wager.lines, 1)
    )
    return WagerRules(
        wager.id,
        wager.name,
        wager.clause,
        wager.loses,
        lines,
        side=wager.side_bet,
        per_box=wager.space.per_box,
        settles=wager.settles,
        decks=wager.decks,
    )


def view_of_clause(
    book: Rulebook, clause: Clause, tests: bool = True, language: str = ENGLISH
) -> ClauseView:
    rulings = catalogue(book.id, book.version).rulings_on(clause)
    return ClauseView(
        clause.number,
        clause.kind,
        clause.where,
        phrase(clause.summary, language),
        clause.tests if tests else (),
        tuple(pays_by(book, clause)),
        tuple(
            RulingView(
                *(phrase(text, language) for text in (each.question, each.taken, each.rejected))
            )
            for each in rulings
        ),
    )


@lru_cache(maxsize=16)
def clauses_of(id_: str, version: str, tests: bool, language: str) -> tuple[ClauseView, ...]:
    """Every clause of a document, in its order."""
    book, clauses = edition(id_, version), catalogue(id_, version).clauses.values()
    return tuple(view_of_clause(book, each, tests, language) for each in clauses)


async def list_rulebooks(asked: Asked) -> list[RulebookCard]:
    now = asked.casino.clock()
    return [card_of(in_force(id_, now)) for id_ in RULEBOOKS]


async def show_rulebook(asked: Asked) -> RulebookView:
    return view_of_book(book_asked(asked), language_asked(asked))


async def list_clauses(asked: Asked) -> tuple[ClauseView, ...]:
    book = book_asked(asked)
    return clauses_of(book.id, book.version, asked.query.tests, language_asked(asked))


async def show_clause(asked: Asked) -> ClauseView:
    book = book_asked(asked)
    clause = catalogue(book.id, book.version).clause(asked.path["clause"])
    return view_of_clause(book, clause, language=language_asked(asked))


ROUTES = (
    Route(
        "GET",
        "/api/rulebooks",
        EVERYONE,
        list_rulebooks,
        "The approved documents.",
        gives=list[RulebookCard],
    ),
    Route(
        "GET",
        "/api/rulebooks/{id}",
        EVERYONE,
        show_rulebook,
        "One document: decks, wagers and their pay lines, ways to settle, sections.",
        query=EditionQuery,
        gives=RulebookView,
        refuses=("unknown-rulebook", "unknown-edition"),
    ),
    Route(
        "GET",
        "/api/rulebooks/{id}/clauses",
        EVERYONE,
        list_clauses,
        "Every clause in our words, with its status and where it is enforced.",
        query=ClausesQuery,
        gives=list[ClauseView],
        refuses=("unknown-rulebook", "unknown-edition"),
    ),
    Route(
        "GET",
        "/api/rulebooks/{id}/clauses/{clause}",
        EVERYONE,
        show_clause,
        "One clause.",
        query=EditionQuery,
        gives=ClauseView,
        refuses=("unknown-rulebook", "unknown-edition", "unknown-clause"),
    ),
)
