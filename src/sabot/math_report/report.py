"""The report as data: everything that a regulator asks about a game's wagers."""

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from decimal import Decimal
from fractions import Fraction

from sabot import __version__
from sabot.bench import book_of
from sabot.core.money import amount_of
from sabot.core.refusal import Refusal, quoted
from sabot.counting.count import SHOES
from sabot.math_report.bounds import awards, return_bounds
from sabot.math_report.counters import counting_sheet
from sabot.math_report.cover import CoverSheet
from sabot.math_report.drawing import drawing_rules
from sabot.math_report.figures import Json, figures, lines
from sabot.math_report.matrix import matrices
from sabot.math_report.randomness import randomness
from sabot.odds.composition import Composition
from sabot.odds.presentation.removal import effects
from sabot.odds.sheet import OddsSheet, odds
from sabot.odds.wager_odds import ROUND, WagerOdds
from sabot.rulebooks import RULEBOOKS
from sabot.rulebooks.catalogue import catalogue
from sabot.rulebooks.rejected_readings import REJECTED
from sabot.rules import CommonHands, Rulebook
from sabot.rules.clause import Ruling, clause_of
from sabot.rules.coup.deal import Due
from sabot.simulate.lookup.strategies import exact_strategy
from sabot.simulate.simulation import Simulation, simulate

COUNTING_SHARE = 0.8
"""Of the time that a report takes, where the rest is for the simulation."""
TWO_SIDED_95 = 1.959963984540054
METHOD = (
    "Every order of the cards of a coup is counted, in whole numbers, by the rulebook's own way of "
    "dealing; each finished coup is read by the same pay lines that settle it at a table. Ways are "
    "ordered sequences, completed to as many cards as a coup may take, from a full shoe unless "
    "cards are named as removed. Nothing is rounded before it is shown.",
    "The effect of removal is the change of the player's expectation when one card of a rank is "
    "gone, counted exactly and averaged over the suits.",
    "The simulation deals whole shoes by a generator of its own (xoshiro256++, unbiased by "
    "rejection) and counts each shoe as one observation; intervals are of 95%. Coups from the "
    "depth of a shoe are a little unlike those from a full one, so z may drift with the size.",
    "For counting, shoes are dealt as the rulebook prepares them, and the exact expectation is "
    "counted before every coup from the cards that a counter has not seen; burned cards stay "
    "unseen. The true count is the running count of the cards of finished coups divided by the "
    "unseen decks, not rounded. Tags are the whole numbers up to 4 of the best correlation with "
    "the effects of removal; the trigger is fitted on other shoes than those it is tested on. "
    "Standard errors are clustered by shoe. At a shuffling device a counter knows the cards that "
    "wait in the rack. Where a box decides, it plays by the best strategy of a full shoe.",
    "Return bounds are of independent coups, each from a full shoe, one unit on each. The "
    "liability of a coup adds up what all wagers are paid on the same cards.",
)


@dataclass(frozen=True)
class Report:
    """A report; `told` is all of it, as JSON objects.

    >>> from datetime import UTC
    >>> from sabot.bench import book_of
    >>> made = report(book_of("panda-8"), datetime.now(UTC), coups=1000, shoes=1)
    >>> made.sheet["panda-8"].name, made.told["decks"]
    ('Panda 8', 8)
    """

    sheet: OddsSheet
    told: Json


def report(
    book: Rulebook | str,
    at: datetime,
    *,
    decks: int | None = None,
    scheme: str | None = None,
    coups: int = 1_000_000,
    seed: int = 1,
    shoes: int = SHOES,
    cover: CoverSheet | None = None,
    maximum: str | int | Decimal | None = None,
    watch: Callable[[float], object] = lambda share: None,
) -> Report:
    """Everything about the wagers of a game, of this moment `at`. `shoes` are dealt to test counts
    on, and as many more, up to 2,000, to fit them on. `cover` has what a laboratory writes on it,
    and `maximum`, the largest stake on a wager, turns awards into money. `watch` is told which
    share of the work is done. A report that is interrupted is none.

    >>> from datetime import UTC
    >>> from sabot.bench import book_of
    >>> told = report(book_of("panda-8"), datetime.now(UTC), coups=1000, shoes=1).told
    >>> told["approved"], told["simulation"]["coups"]
    (False, 1000)
    """
    book = book_of(book)
    _check(at, cover)
    largest = None if maximum is None else amount_of(maximum)
    sheet = odds(book, decks, scheme)
    number, by = sheet.composition.decks, sheet.scheme
    told = _head(book, sheet, at) | {
        "cover": (cover or CoverSheet()).told(f"{sheet.heading}, {number} decks"),
        "rules": _rules(book),
        "drawing": drawing_rules(book),
        "wagers": [_wager(book, sheet, each) for each in sheet.wagers],
        "matrix": matrices(book, sheet),
        "awards": awards(book, sheet, largest),
        "removal": effects(book, number, by),
        "counting": counting_sheet(
            book, number, by, shoes, seed, lambda share: watch(COUNTING_SHARE * share)
        ),
        "sensitivity": _sensitivity(book),
        "readings": priced_readings(book),
        "simulation": _simulation(
            book, sheet, coups, seed,
            lambda share: watch(COUNTING_SHARE + (1 - COUNTING_SHARE) * share),
        ),
        "randomness": randomness(),
        "method": list(METHOD),
    }  # fmt: skip
    return Report(sheet, told)


def _check(at: object, cover: object) -> None:
    """Refuse a moment or a cover that is none."""
    if not isinstance(at, datetime):
        raise Refusal("bad-words", None, f"A report is of a datetime, not of {quoted(at)}.")
    if cover is not None and not isinstance(cover, CoverSheet):
        raise Refusal("bad-words", None, f"A cover is a CoverSheet, not {quoted(cover)}.")


def _wager(book: Rulebook, sheet: OddsSheet, wager: WagerOdds) -> Json:
    """Return all that is said of one wager."""
    return {
        "wager": wager.wager,
        "name": wager.name,
        "rules": _words(book, wager.wager, sheet.scheme),
        "lines": lines(wager),
        **figures(wager),
        **_risk(sheet, wager),
        "bounds": return_bounds(wager),
    }


def _head(book: Rulebook, sheet: OddsSheet, at: datetime) -> Json:
    """Whose report it is, of what, and when."""
    return {
        "title": book.title if not sheet.changes else f"{sheet.heading}",
        "rulebook": book.id,
        "approved": not sheet.changes and book.id in RULEBOOKS,
        "changed": list(sheet.changes),
        "document": _document(book, sheet),
        "digest": book.digest,
        "release": __version__,
        "date": at.isoformat(timespec="seconds"),
        "decks": sheet.composition.decks,
        "scheme": sheet.scheme,
        **({"strategy": sheet.strategy} if sheet.strategy else {}),
    }


def _document(book: Rulebook, sheet: OddsSheet) -> Json:
    """Return the approved document; empty values for a changed game."""
    if sheet.changes:
        return {"casino": None, "version": None, "dated": None}
    return {"casino": book.casino, "version": book.version, "dated": book.dated}


def _risk(sheet: OddsSheet, wager: WagerOdds) -> Json:
    """Return the loss as a share of all stakes, where players add stakes during a round."""
    if wager.wager != ROUND:
        return {}
    drawn = Fraction(sheet["draw"].total, wager.total)
    return {"stakes": float(1 + drawn), "element_of_risk": float(-wager.ev / (1 + drawn))}


def _rules(book: Rulebook) -> list[Json]:
    """The deal, clause by clause in our words, where there is a document; else as it is dealt."""
    if book.id not in RULEBOOKS or book.procedure != RULEBOOKS[book.id].procedure:
        return [{"clause": None, "says": each} for each in _dealt(book)]
    known = catalogue(book.id).clauses
    found = dict.fromkeys(_citations(book.procedure))
    said: list[Json] = [
        {"clause": each, "says": known[each].summary} for each in found if each in known
    ]
    return said + [{"clause": None, "says": each} for each in _dealt(book)]


def _citations(procedure: object) -> list[str]:
    """The clauses that a way of dealing cites."""
    if not is_dataclass(procedure):
        return []
    values = [getattr(procedure, each.name) for each in fields(procedure)]
    cited = [each.clause if isinstance(each, Due) else each for each in values]
    return [clause_of(each) for each in cited if isinstance(each, str) and each[:1].isdigit()]


def _dealt(book: Rulebook) -> list[str]:
    """Return the order of dealing of two common hands; the drawing rules are tables."""
    procedure = book.procedure
    if not isinstance(procedure, CommonHands):
        return []
    naturals = " or ".join(map(str, procedure.natural))
    return [
        f"Cards go to {', '.join(procedure.deal_order)}, in this order.",
        f"With {naturals} of either hand no third card is drawn.",
    ]


def _words(book: Rulebook, wager: str, scheme: str | None) -> list[str]:
    """A wager in our words: its clauses, or the conditions of a file."""
    chosen = book.by_id.get(wager)
    if chosen is None:
        return []
    texts = [(line.clause, getattr(line.when, "text", "")) for line in chosen.lines]
    if any(text for _, text in texts):
        return [f"{clause}: {text or 'a function of the hands'}" for clause, text in texts]
    if book.id not in RULEBOOKS or not chosen.clause:
        return []
    known = catalogue(book.id).clauses
    cited = [chosen.clause, *(line.clause for line in chosen.in_scheme(scheme))]
    approved = RULEBOOKS[book.id].by_id.get(wager)
    if approved is None or approved.lines != chosen.lines:
        cited = [chosen.clause]
    numbers = dict.fromkeys(clause_of(each) for each in cited)
    return [f"{each}: {known[each].summary}" for each in numbers if each in known]


def _sensitivity(book: Rulebook) -> list[Json]:
    """Every wager's edge for each number of decks and each scheme."""
    return [
        {"decks": decks, "scheme": scheme,
         "edges": {each.wager: each.edge for each in odds(book, decks, scheme).wagers}}
        for decks in book.preparation.decks.allowed
        for scheme in book.schemes or (None,)
    ]  # fmt: skip


def priced_readings(book: Rulebook) -> list[Json]:
    """Return the odds of the approved wagers under the readings that were not taken."""
    if book is not RULEBOOKS.get(book.id):
        return []
    decks, rulings = book.decks(), catalogue(book.id).rulings
    told: list[Json] = []
    for each in REJECTED.get(book.id, ()):
        ruling = next(r for r in rulings if r.clauses == each.clauses)
        taken = odds(book, decks, each.scheme)
        left = Composition.full(decks).without(each.removed)
        other = odds(each.book, None, each.scheme, left)
        told.append(_priced(ruling, each.comes_to, decks, taken, other, each.wagers))
    return told


def _priced(
    ruling: Ruling, comes_to: str, decks: int, taken: OddsSheet, other: OddsSheet,
    wagers: tuple[str, ...],
) -> Json:  # fmt: skip
    return {
        "clauses": list(ruling.clauses),
        "question": ruling.question,
        "taken": ruling.taken,
        "rejected": ruling.rejected,
        "priced": comes_to,
        "decks": decks,
        "scheme": taken.scheme,
        "edges": {
            wager: {"taken": taken[wager].edge, "rejected": other[wager].edge} for wager in wagers
        },
    }


def _simulation(
    book: Rulebook, sheet: OddsSheet, coups: int, seed: int, watch: Callable[[float], object]
) -> Json:
    number = sheet.composition.decks
    played = exact_strategy(book, number, sheet.strategy) if sheet.strategy else None
    done: Simulation = simulate(
        book, coups, decks=number, scheme=sheet.scheme, seed=seed, strategy=played,
        watch=lambda dealt: watch(dealt / coups),
    )  # fmt: skip
    if not done.complete:
        raise KeyboardInterrupt
    exact = {each.wager: float(each.ev) for each in sheet.wagers}
    wagers = []
    for name, each in done.wagers.items():
        error = each.stderr or 0.0
        known = exact.get(name)
        wagers.append(
            {
                "wager": name,
                "edge": -each.ev,
                "stderr": error,
                "interval": [-each.ev - TWO_SIDED_95 * error, -each.ev + TWO_SIDED_95 * error],
                "exact_edge": None if known is None else -known,
                "z": (known - each.ev) / error if error and known is not None else None,
            }
        )
    return {"coups": done.coups, "shoes": done.shoes, "seed": done.seed, "wagers": wagers}
