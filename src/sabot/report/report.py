"""The report as data: everything that a regulator asks about a game's wagers."""

from dataclasses import asdict, dataclass, fields, is_dataclass
from datetime import datetime
from fractions import Fraction

from sabot import __version__
from sabot.bench import book_of
from sabot.odds.composition import Composition
from sabot.odds.removal import effects
from sabot.odds.sheet import ROUND, OddsSheet, WagerOdds, odds
from sabot.refusal import Refusal
from sabot.report.counters import counts
from sabot.report.figures import Json, figures, lines
from sabot.rulebooks import RULEBOOKS
from sabot.rulebooks.catalogue import catalogue
from sabot.rulebooks.rejected import REJECTED
from sabot.rules import CommonHands, Rulebook
from sabot.rules.clause import Ruling, clause_of
from sabot.rules.deal import Due
from sabot.simulate.simulation import Simulation, simulate
from sabot.simulate.strategies import exact_strategy

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
    "For counting, shoes are dealt as the rulebook prepares them, and the exact edge is counted "
    "before every coup from the cards that are left.",
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
    shoes: int = 20,
) -> Report:
    """Everything about the wagers of a game, of this moment `at`.

    >>> from datetime import UTC
    >>> from sabot.bench import book_of
    >>> told = report(book_of("panda-8"), datetime.now(UTC), coups=1000, shoes=1).told
    >>> told["approved"], told["simulation"]["coups"]
    (False, 1000)
    """
    book = book_of(book)
    sheet = odds(book, decks, scheme)
    number, by = sheet.composition.decks, sheet.scheme
    removal = effects(book, number, by)
    told: Json = {
        "title": book.title if not sheet.changes else f"{sheet.heading}",
        "rulebook": book.id,
        "approved": not sheet.changes and book.id in RULEBOOKS,
        "changed": list(sheet.changes),
        "document": {"casino": book.casino, "version": book.version, "dated": book.dated},
        "digest": book.digest,
        "release": __version__,
        "date": at.isoformat(timespec="seconds"),
        "decks": number,
        "scheme": by,
        **({"strategy": sheet.strategy} if sheet.strategy else {}),
        "rules": _rules(book),
        "wagers": [
            {"wager": each.wager, "name": each.name, "rules": _words(book, each.wager, by),
             "lines": lines(each), **figures(each), **_risk(sheet, each)}
            for each in sheet.wagers
        ],
        "removal": removal,
        "counting": _counting(book, removal, number, by, shoes, seed),
        "sensitivity": _sensitivity(book),
        "readings": _readings(book),
        "simulation": _simulation(book, sheet, coups, seed),
        "method": list(METHOD),
    }  # fmt: skip
    return Report(sheet, told)


def _risk(sheet: OddsSheet, wager: WagerOdds) -> Json:
    """What is lost of all that is staked, where players stake more as they go."""
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
    """How two common hands are dealt, as the table of third cards has it."""
    procedure = book.procedure
    if not isinstance(procedure, CommonHands):
        return []
    order = ", ".join(procedure.deal_order)
    naturals = " or ".join(map(str, procedure.natural))
    draws = ", ".join(map(str, procedure.player_draws))
    told = [f"Cards go to {order}, in this order.", f"With {naturals} of a hand nobody draws."]
    told.append(f"The Player draws on {draws}." if draws else "The Player never draws.")
    rows = [
        (total, "".join("D" if each else "S" for each in row))
        for total, row in enumerate(procedure.banker_draws.draws)
    ]
    table = "; ".join(f"{total}: {row[0]} {row[1:]}" for total, row in rows)
    told.append(
        "The Banker draws (D) or stands (S) by total, without a third card of the Player, then "
        f"on one worth 0 to 9. {table}."
    )
    return told


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


def _counting(
    book: Rulebook, removal: dict[str, dict[str, float]], decks: int, scheme: str | None,
    shoes: int, seed: int,
) -> Json:  # fmt: skip
    try:
        found = counts(book, removal, decks, scheme, shoes, seed)
    except Refusal as refusal:
        return {"refused": refusal.message}
    return {"shoes": shoes, "seed": seed, "wagers": [asdict(each) for each in found]}


def _sensitivity(book: Rulebook) -> list[Json]:
    """Every wager's edge for each number of decks and each scheme."""
    return [
        {"decks": decks, "scheme": scheme,
         "edges": {each.wager: each.edge for each in odds(book, decks, scheme).wagers}}
        for decks in book.preparation.decks.allowed
        for scheme in book.schemes or (None,)
    ]  # fmt: skip


def _readings(book: Rulebook) -> list[Json]:
    """What the readings that were not taken would have made of the approved wagers."""
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


def _simulation(book: Rulebook, sheet: OddsSheet, coups: int, seed: int) -> Json:
    number = sheet.composition.decks
    played = exact_strategy(book, number, sheet.strategy) if sheet.strategy else None
    done: Simulation = simulate(
        book, coups, decks=number, scheme=sheet.scheme, seed=seed, strategy=played
    )
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
