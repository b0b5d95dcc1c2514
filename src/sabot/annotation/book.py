"""The annotated rulebook as data: every clause with all that is known of it, ready for JSON."""

from datetime import UTC, datetime
from functools import lru_cache
from threading import Lock
from typing import Any, Final

import msgspec

from sabot import __version__
from sabot.annotation.code import Excerpt, excerpt_of
from sabot.annotation.evidence import campaigns_on, proven
from sabot.annotation.source import OfficialCopy, source_of
from sabot.annotation.touches import edges_of, touches_of
from sabot.core.languages import ENGLISH, phrase
from sabot.math_report.report import priced_readings
from sabot.rulebooks.catalogue import Catalogue, catalogue, pays_by
from sabot.rules import Rulebook
from sabot.rules.clause import Clause, Ruling, clause_of
from sabot.sentences.vocabulary import tongue

Tables = tuple[tuple[str, ...], ...]
_ONE_AT_A_TIME: Final = Lock()


class SourceView(msgspec.Struct, frozen=True):
    """The document that was read, and the SHA-256 of its text."""

    title: str
    authority: str
    dated: str
    sha256: str
    bytes: int


class CopyView(msgspec.Struct, frozen=True):
    """A user's copy beside the document: how many clauses read as in it, and lists of those that
    do not (see `OfficialCopy`)."""

    file: str
    sha256: str
    identical: bool
    matching: int
    differing: tuple[str, ...]
    missing: tuple[str, ...]
    unnumbered: tuple[str, ...]
    unknown: tuple[str, ...]


class EdgeUnder(msgspec.Struct, frozen=True):
    """A wager's edge as the clause was read, and under the reading that was not taken."""

    wager: str
    taken: float
    rejected: float


class ReadingPrice(msgspec.Struct, frozen=True):
    """Consequence of a rejected reading: the edges with that many decks under that scheme."""

    comes_to: str
    decks: int
    scheme: str | None
    edges: tuple[EdgeUnder, ...]


class UnclearReading(msgspec.Struct, frozen=True):
    """The reading of an unclear clause. Without `prices` no wager's edge depends on it."""

    clauses: tuple[str, ...]
    question: str
    taken: str
    rejected: str
    prices: tuple[ReadingPrice, ...] = ()


class TouchedWager(msgspec.Struct, frozen=True):
    """A wager that a clause touches, what the clause does to it, and its exact edge."""

    wager: str
    name: str
    how: str
    edge: float


class CampaignView(msgspec.Struct, frozen=True):
    """A long search that tries what a clause decides, and the day of its last run."""

    name: str
    date: str
    what: str


class Evidence(msgspec.Struct, frozen=True):
    """The last proof of a clause. `result`: linked, passed, or empty if no test of its own was
    run; `current`: neither its row nor its code has changed since."""

    result: str = ""
    date: str = ""
    current: bool = False
    campaigns: tuple[CampaignView, ...] = ()
    """Long searches that try the clause's function, or the wagers that it pays."""


class AnnotatedClause(msgspec.Struct, frozen=True):
    """A clause: its stable address, our words, status, code, tests, figures, readings and proof;
    `official` is its text in the user's own copy."""

    clause: str
    address: str
    says: str
    kind: str
    where: str
    tests: tuple[str, ...]
    pays: tuple[str, ...]
    table: Tables
    wagers: tuple[TouchedWager, ...]
    readings: tuple[UnclearReading, ...]
    proven: Evidence
    official: str | None = None


class AnnotatedSection(msgspec.Struct, frozen=True):
    """A section of the document."""

    number: str
    title: str
    clauses: tuple[AnnotatedClause, ...]


class DefinedTerm(msgspec.Struct, frozen=True):
    """A term that the document defines."""

    term: str
    says: str
    kind: str
    where: str


class AnnotatedRulebook(msgspec.Struct, frozen=True):
    """A rulebook with all its notes. `digest` is that of what it decides; edges are exact, with
    `decks` decks under `scheme`; `code` has every function that a clause names."""

    rulebook: str
    title: str
    casino: str
    version: str
    dated: str
    in_force: str
    digest: str
    release: str
    printed: str
    language: str
    decks: int
    scheme: str | None
    source: SourceView | None
    copy: CopyView | None
    counts: dict[str, int]
    sections: tuple[AnnotatedSection, ...]
    definitions: tuple[DefinedTerm, ...]
    edges: dict[str, float]
    names: dict[str, str]
    campaigns: tuple[CampaignView, ...]
    code: tuple[Excerpt, ...]


def annotated(
    book: Rulebook, language: str = ENGLISH, copy: OfficialCopy | None = None
) -> AnnotatedRulebook:
    """Return the annotated rulebook in a language, beside a user's copy if one is given."""
    listing = catalogue(book.id, book.version)
    told = listing.told_in(language)
    with _ONE_AT_A_TIME:
        edges, prices = _figures(book.id, book.version)
    words = tongue(language)
    names = {each: phrase(each, language) for each in edges}  # a whole round has no wager's name
    names |= {each.id: words.wagers.get(each.id, each.name) for each in book.wagers}
    view = _Annotator(book, told, language, edges, prices, names, copy)
    sections = _sections(told, view)
    campaigns = (
        each
        for section in sections
        for clause in section.clauses
        for each in clause.proven.campaigns
    )
    return AnnotatedRulebook(
        rulebook=book.id,
        title=words.games.get(book.id, book.title),
        casino=book.casino,
        version=book.version,
        dated=book.dated,
        in_force=book.in_force,
        digest=book.digest,
        release=__version__,
        printed=datetime.now(UTC).date().isoformat(),
        language=language,
        decks=book.decks(),
        scheme=book.scheme(),
        source=_source(book),
        copy=None if copy is None else _copy(copy),
        counts=listing.count(),
        sections=sections,
        definitions=tuple(
            DefinedTerm(each.term, each.says, each.kind, each.where)
            for each in told.definitions.values()
        ),
        edges=edges,
        names=names,
        campaigns=tuple(dict.fromkeys(campaigns)),
        code=_code(told),
    )


def _sections(listing: Catalogue, view: "_Annotator") -> tuple[AnnotatedSection, ...]:
    """Return all sections with their annotated clauses, in the document's order."""
    found: dict[str, list[AnnotatedClause]] = {number: [] for number in listing.sections}
    for clause in listing.clauses.values():
        found[clause.number.partition(".")[0]].append(view.clause(clause))
    return tuple(
        AnnotatedSection(number, listing.sections[number], tuple(clauses))
        for number, clauses in found.items()
    )


def _code(listing: Catalogue) -> tuple[Excerpt, ...]:
    """Return the code that clauses and defined terms name, each function once."""
    clauses, terms = listing.clauses.values(), listing.definitions.values()
    named = dict.fromkeys((*(each.where for each in clauses), *(each.where for each in terms)))
    found = map(excerpt_of, named)
    return tuple(each for each in found if each is not None)


class _Annotator:
    """Puts the notes to the clauses of one book."""

    def __init__(
        self, book: Rulebook, listing: Catalogue, language: str, edges: dict[str, float],
        prices: dict[tuple[str, ...], tuple[ReadingPrice, ...]], names: dict[str, str],
        copy: OfficialCopy | None,
    ) -> None:  # fmt: skip
        self.book, self.listing, self.language = book, listing, language
        self.edges, self.prices, self.names, self.copy = edges, prices, names, copy

    def clause(self, clause: Clause) -> AnnotatedClause:
        readings = tuple(
            self.reading(each)
            for each in self.listing.rulings
            if clause.number in map(clause_of, each.clauses)
        )
        read = {edge.wager for each in readings for price in each.prices for edge in price.edges}
        touched = touches_of(self.book, clause, read)
        pays = pays_by(self.book, clause, self.names, self.say)
        return AnnotatedClause(
            clause.number, f"/rules/{self.book.id}/{clause.number}", clause.summary, clause.kind,
            clause.where if clause.kind in ("enforced", "recorded")
            else phrase(clause.where, self.language),
            clause.tests, tuple(pays),
            self.book.tables.get(clause.number, ()),
            tuple(TouchedWager(wager, self.names[wager], how, self.edges[wager])
                  for wager, how in touched if wager in self.edges),
            readings,
            self.evidence(clause, bool(pays)),
            None if self.copy is None else self.copy.clauses.get(clause.number),
        )  # fmt: skip

    def say(self, text: str) -> str:
        """Return a word of the rulebook in the language of the book."""
        words = tongue(self.language).words
        return text if self.language == ENGLISH else words.get(text, phrase(text, self.language))

    def reading(self, ruling: Ruling) -> UnclearReading:
        prices = tuple(
            msgspec.structs.replace(each, comes_to=phrase(each.comes_to, self.language))
            for each in self.prices.get(ruling.clauses, ())
        )
        return UnclearReading(
            ruling.clauses, ruling.question, ruling.taken, ruling.rejected, prices
        )

    def evidence(self, clause: Clause, pays: bool) -> Evidence:
        last = proven(self.book.id, clause)
        campaigns = tuple(
            CampaignView(each.name, each.date, phrase(each.what, self.language))
            for each in campaigns_on(clause, pays)
        )
        if last is None:
            return Evidence(campaigns=campaigns)
        return Evidence(last.result, last.date, last.current, campaigns)


@lru_cache(maxsize=16)
def _figures(
    rulebook: str, version: str
) -> tuple[dict[str, float], dict[tuple[str, ...], tuple[ReadingPrice, ...]]]:
    """Return the edges of an edition, and the prices of its rejected readings by their clauses."""
    from sabot.rulebooks import edition

    book = edition(rulebook, version)
    prices: dict[tuple[str, ...], tuple[ReadingPrice, ...]] = {}
    told: Any
    for told in priced_readings(book):
        key: tuple[str, ...] = tuple(told["clauses"])
        prices[key] = (*prices.get(key, ()), _price(told))
    return edges_of(book), prices


def _price(told: Any) -> ReadingPrice:
    edges = tuple(EdgeUnder(wager, **both) for wager, both in told["edges"].items())
    return ReadingPrice(told["priced"], told["decks"], told["scheme"], edges)


def _source(book: Rulebook) -> SourceView | None:
    found = source_of(book.id)
    if found is None or found.dated != book.dated:
        return None
    return SourceView(found.title, found.authority, found.dated, found.sha256, found.bytes)


def _copy(copy: OfficialCopy) -> CopyView:
    return CopyView(
        copy.file, copy.sha256, copy.identical, copy.matching, copy.differing, copy.missing,
        copy.unnumbered, copy.unknown,
    )  # fmt: skip
