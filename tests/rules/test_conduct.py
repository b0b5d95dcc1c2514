"""Conduct of a table in the five documents: their differences, and the digests of it all."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

import pytest

from games import GAMES
from sabot import RULEBOOKS, Rulebook
from sabot.core.money import TOKENS, to
from sabot.rulebooks.catalogue import catalogue
from sabot.rules import CommonHands, Tableau
from sabot.rules.coup.facts import Facts, Hands
from sabot.rules.digest import digest, digest_of, digest_under
from sabot.rules.irregularities.irregularity import Cell
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.operation.conduct import Conduct, Notice, Power
from sabot.rules.overlay import Overlay
from sabot.rules.roles import CASINO_OPERATOR, ROLES

CONDUCTS = {name: game.book.conduct for name, game in GAMES.items()}
BACCARAT = GAMES["star-baccarat"].book
CITATION = re.compile(r"\d{1,2}(\.\d{1,2})+(\([a-z]+\))*")


def strings(value: object) -> Iterator[str]:
    """Every text in a tree of dataclasses."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for each in fields(value):
            yield from strings(getattr(value, each.name))
    elif isinstance(value, Mapping):
        yield from strings(tuple(value.values()))
    elif isinstance(value, tuple):
        for each in value:
            yield from strings(each)


# Citations, roles and names


@pytest.mark.parametrize("name", CONDUCTS)
def test_every_citation_is_of_a_clause_that_exists(name: str) -> None:
    cited = {each for each in strings(CONDUCTS[name]) if CITATION.fullmatch(each)}
    assert cited
    for citation in cited:
        catalogue(name, GAMES[name].book.version).clause(citation)


FREE_TEXT = {"A", "B", "up", "down", "2024-08-19", "Australia/Sydney", TOKENS}


@pytest.mark.parametrize("name", CONDUCTS)
def test_every_other_text_is_a_role_a_wager_a_scheme_or_a_word_of_the_types(name: str) -> None:
    book = GAMES[name].book
    words = {
        "must", "may", "nobody", "highest", "bettor", "own box", "empty", "agree", "seats", "areas",
        "any", "casino pre-shuffled",
    }  # fmt: skip
    known = {*ROLES, *book.by_id, *book.schemes, *book.preparation.sources.allowed}
    texts = strings(replace(book.conduct, irregularities={}, equipment=(), forbidden=()))
    odd = {each for each in texts if not CITATION.fullmatch(each)}
    assert odd <= known | words | FREE_TEXT


@pytest.mark.parametrize("name", CONDUCTS)
def test_side_bets_are_wagers_of_the_game_named_once(name: str) -> None:
    book = GAMES[name].book
    named = [wager for side_bet in book.conduct.side_bets for wager in side_bet.wagers]
    assert len(set(named)) == len(named)
    assert all(book.wager(wager).side_bet for wager in named)
    without = {w.id for w in book.wagers if w.side_bet} - set(named)
    totals = {f"point-total-{total}" for total in range(10)}
    assert without == (totals if name == "star-three-card" else set())


@pytest.mark.parametrize("name", CONDUCTS)
def test_a_no_bet_method_is_a_method(name: str) -> None:
    conduct = CONDUCTS[name]
    if conduct.no_bet_method is not None:
        assert conduct.method(conduct.no_bet_method) is not None
    assert conduct.method("Z") is None and conduct.side_bet("croquet") is None


def part(provision: object, name: str) -> object:
    """Return a part of a provision; None where the document lacks the whole of it."""
    return None if provision is None else getattr(provision, name)


# Who approves what


SHORT = {
    "CS": "casino supervisor",
    "GS": "gaming supervisor",
    "AGM": "assistant gaming manager",
    "GM": "gaming manager",
    "DM": "duty manager",
    "CO": "casino operator",
    "COM": "commission",
    "DEALER": "dealer",
}

APPROVALS: dict[str, Callable[[Rulebook], object]] = {
    "Banker and Player": lambda b: next((p for p in b.together.pairings if p.approval), None),
    "side bets for main bettors": lambda b: (
        b.conduct.side_bets[0].restrict if b.conduct.side_bets else None
    ),
    "no-bet coup, players agree": lambda b: next(
        (n for n in b.conduct.no_bet if n.when == "agree"), None
    ),
    "no-bet coup, empty table": lambda b: next(
        (n for n in b.conduct.no_bet if n.when == "empty"), None
    ),
    "order of cards seen": lambda b: b.conduct.doubts.order_seen,
    "shuffle on doubt": lambda b: b.conduct.doubts.shuffle,
    "shuffle by hand first": lambda b: b.conduct.doubts.hand_shuffle,
    "players on one area": lambda b: b.conduct.sharing.limit,
    "standing players at cards": lambda b: b.conduct.handing.standing,
    "cards taken from a player": lambda b: b.conduct.handing.forfeit,
    "another player nominated": lambda b: b.conduct.handing.nominate,
    "limits change": lambda b: b.conduct.limits.change,
    "personal limits": lambda b: b.conduct.limits.personal,
    "refuse a wager": lambda b: b.conduct.wagering.refusal,
    "sanctions": lambda b: b.conduct.general.sanction,
    "invalidate for disturbance": lambda b: part(b.conduct.general.invalidation, "disturbance"),
    "invalidate for fraud": lambda b: part(b.conduct.general.invalidation, "fraud"),
    "break for a loss limit": lambda b: b.conduct.gaming.pause if b.conduct.gaming else None,
    "dispute, first": lambda b: part(b.conduct.general.disputes, "first"),
    "dispute, review": lambda b: part(b.conduct.general.disputes, "review"),
    "change of variant": lambda b: b.conduct.general.variant,
    "close the table": lambda b: b.conduct.general.close,
}
"""Clauses and roles of each document stand in its description, `tests/games/`."""


@pytest.mark.parametrize("decision", APPROVALS)
def test_who_approves_what(decision: str) -> None:
    for name, game in GAMES.items():
        power: Any = APPROVALS[decision](game.book)
        cell = game.approvals.get(decision)
        if cell is None:
            assert power is None, name
        else:
            clause, short = cell.split()
            who = getattr(power, "approval", None) or power.by
            assert (power.clause, who) == (clause, SHORT[short]), name


# How the documents differ otherwise


DIFFERENCES: dict[str, Callable[[Conduct], object]] = {
    "cards checked": lambda c: c.checks.duty,
    "and at the end": lambda c: c.checks.at_end,
    "check ordered by an inspector": lambda c: "inspector" in c.checks.ordered_by,
    "cards dropped": lambda c: c.checks.dropped,
    "nobody touches cards": lambda c: c.handing.hands_off,
    "promotional tokens": lambda c: TOKENS in c.wagering.takes,
    "a card of one's own": lambda c: c.wagering.player_card and c.wagering.player_card.clause,
    "players on an area at first": lambda c: c.sharing.at_first,
    "players on an area at most": lambda c: c.sharing.most,
    "areas given up": lambda c: c.sharing.give_up_when,
    "limits by player": lambda c: c.limits.per_player,
    "limits by bet type": lambda c: c.limits.bet_type,
    "area maximum": lambda c: c.limits.area,
    "pro rata": lambda c: c.limits.pro_rata,
    "table differential": lambda c: c.limits.differential,
    "reduction by the dealer": lambda c: c.limits.reduce,
    "differential late": lambda c: c.limits.differential_late,
    "past coups stand": lambda c: c.limits.past_stand,
    "below the minimum": lambda c: c.limits.late_minimum,
    "with a warning": lambda c: c.limits.warned,
    "above the maximum": lambda c: c.limits.late_maximum,
    "raised at once": lambda c: c.limits.at_once,
    "marker": lambda c: c.limits.marker,
    "marker off": lambda c: c.limits.marker_off,
    "marker's box": lambda c: c.limits.marker_box,
    "two signs": lambda c: c.limits.two_signs,
    "newcomers": lambda c: c.limits.newcomers,
    "methods": lambda c: " ".join(m.name for m in c.methods),
    "cards go to": lambda c: " ".join(m.recipient for m in c.methods),
    "chooser of the method": lambda c: c.methods_by,
    "no more bets": lambda c: c.calls.required,
    "last coup called": lambda c: c.calls.last_coup,
    "and when first": lambda c: c.calls.last_coup_first,
    "no-bet coup on request": lambda c: any(each.asked for each in c.no_bet),
    "no-bet coup marked": lambda c: any(each.marked for each in c.no_bet),
    "side bet kinds": lambda c: len(c.side_bets),
    "told of a restriction": lambda c: " ".join(c.side_bets[0].tells) if c.side_bets else "",
    "one side bet each": lambda c: c.side_bets[0].one_each if c.side_bets else None,
    "side bets alone": lambda c: c.side_bets[0].alone if c.side_bets else None,
    "odds sign": lambda c: c.odds_sign,
    "only under": lambda c: " ".join(c.odds_sign_schemes),
    "low limit gaming": lambda c: c.low_limit_source,
    "cashless": lambda c: c.cashless,
    "drop box": lambda c: c.drop_box,
    "payments reported": lambda c: c.mispayment and c.mispayment.report,
    "idle players": lambda c: c.general.idle,
    "cheat's stake": lambda c: part(c.general.invalidation, "forfeit"),
    "stakes refunded": lambda c: part(c.general.invalidation, "refund"),
    "any breach": lambda c: part(c.general.sanction, "any_breach"),
    "held for the police": lambda c: part(c.general.sanction, "detain"),
    "told of a complaint": lambda c: part(c.general.disputes, "told"),
    "rules shown": lambda c: c.general.rules_shown,
}


UNSAID = ("None", "False", "")
"""Values that a document's description leaves out."""


@pytest.mark.parametrize("difference", DIFFERENCES)
def test_how_the_documents_differ(difference: str) -> None:
    for name, game in GAMES.items():
        found = str(DIFFERENCES[difference](CONDUCTS[name]))
        expected = game.conduct.get(difference)
        assert found == expected if expected else found in UNSAID, name


def test_a_description_speaks_of_what_is_compared() -> None:
    for game in GAMES.values():
        assert set(game.approvals) <= set(APPROVALS) and set(game.conduct) <= set(DIFFERENCES)


def notices(value: object) -> Iterator[Notice]:
    if isinstance(value, Notice):
        yield value
    elif is_dataclass(value):
        for each in fields(value):
            yield from notices(getattr(value, each.name))


@pytest.mark.parametrize("name", CONDUCTS)
def test_a_casino_gives_notice_in_one_way(name: str) -> None:
    """The Star waits twenty minutes; Casino Canberra states no time."""
    found, game = list(notices(CONDUCTS[name])), GAMES[name]
    expected = set() if game.notice is None else {game.notice}
    assert {(each.minutes, each.by) for each in found} == expected
    assert tuple(each.clause for each in found if each.or_consent) == game.consents


def test_each_optional_bet_of_baccarat_has_its_own_clauses() -> None:
    table = {
        bet.wagers: (bet.sign, bet.restrict and bet.restrict.clause, bet.told, bet.restrict_sign,
                     bet.one_each, bet.preference)
        for bet in BACCARAT.conduct.side_bets
    }  # fmt: skip
    assert table == {
        ("pairs-player", "pairs-banker"): ("10.3", "10.4", "10.4.1", "10.4.2", "10.5", "10.5"),
        ("super-six",): ("10.10", "10.11", "10.11.1", "10.11.2", "10.12", "10.12"),
        ("tiger-tie",): ("10.15", "10.16", "10.16.1", "10.16.2", "10.17", "10.17"),
        ("tiger-pair",): ("10.20", "10.21", "10.21.1", "10.21.2", "10.22", "10.22"),
        ("tiger",): ("10.26", "10.27", "10.27.1", "10.27.2", "10.28", "10.28"),
        ("big-tiger",): ("10.31", "10.32", "10.32.1", "10.32.2", "10.33", "10.33"),
        ("small-tiger",): ("10.36", "10.37", "10.37.1", "10.37.2", "10.38", "10.38"),
    }


# Digests


def test_digests_differ_between_rulebooks() -> None:
    digests = {digest(book) for book in RULEBOOKS.values()}
    assert len(digests) == len(RULEBOOKS)
    assert all(re.fullmatch("[0-9a-f]{64}", each) for each in digests)


def test_a_digest_is_the_same_in_every_process() -> None:
    program = (
        "import json; from sabot import RULEBOOKS;"
        "print(json.dumps({name: book.digest for name, book in RULEBOOKS.items()}))"
    )
    here = {name: digest(book) for name, book in RULEBOOKS.items()}
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        )
        assert json.loads(done.stdout) == here


def test_a_digest_of_a_copy_is_the_same_and_is_kept() -> None:
    for book in RULEBOOKS.values():
        assert digest_of(replace(book)) == digest(book)
        assert digest(book) is digest(book)


def other_odds(book: Rulebook) -> Rulebook:
    first, *rest = book.wagers
    line, *lines = first.lines
    changed = replace(first, lines=(replace(line, pays=to(2, 1)), *lines))
    return replace(book, wagers=(changed, *rest))


def other_clause(book: Rulebook) -> Rulebook:
    first, *rest = book.wagers
    return replace(book, wagers=(replace(first, loses="5.1"), *rest))


def other_condition(book: Rulebook) -> Rulebook:
    """Change the answer to one combination of facts."""
    first, *rest = book.wagers
    line, *lines = first.lines
    one = next(facts for facts in first.space if line.when(facts))
    changed = replace(line, when=lambda facts: line.when(facts) and facts != one)
    return replace(book, wagers=(replace(first, lines=(changed, *lines)), *rest))


def other_cell(book: Rulebook) -> Rulebook:
    procedure = book.procedure
    assert isinstance(procedure, CommonHands)
    *rows, last = procedure.banker_draws.draws
    draws = (*rows, (*last[:-1], not last[-1]))
    return replace(book, procedure=replace(procedure, banker_draws=Tableau(draws)))


def other_decks(book: Rulebook) -> Rulebook:
    decks = replace(book.preparation.decks, allowed=(8,))
    return replace(book, preparation=replace(book.preparation, decks=decks))


def other_pairing(book: Rulebook) -> Rulebook:
    first, *rest = book.together.pairings
    pairings = (replace(first, approval=CASINO_OPERATOR), *rest)
    return replace(book, together=replace(book.together, pairings=pairings))


def other_first_scheme(book: Rulebook) -> Rulebook:
    return replace(book, schemes=dict(reversed(book.schemes.items())))


def other_limits(book: Rulebook) -> Rulebook:
    change = book.conduct.limits.change
    assert change is not None
    change = replace(change, minutes=19)
    limits = replace(book.conduct.limits, change=change)
    return replace(book, conduct=replace(book.conduct, limits=limits))


def other_approver(book: Rulebook) -> Rulebook:
    first, *rest = book.conduct.side_bets
    assert first.restrict is not None
    restrict = Power(first.restrict.clause, CASINO_OPERATOR)
    side_bets = (replace(first, restrict=restrict), *rest)
    return replace(book, conduct=replace(book.conduct, side_bets=side_bets))


def other_report(book: Rulebook) -> Rulebook:
    assert book.conduct.mispayment is not None
    mispayment = replace(book.conduct.mispayment, report_over=1_000_01)
    return replace(book, conduct=replace(book.conduct, mispayment=mispayment))


def other_irregularity(book: Rulebook) -> Rulebook:
    cells = {**book.conduct.irregularities, "fire": (Cell("14.9", Outcome.INVALIDATE),)}
    return replace(book, conduct=replace(book.conduct, irregularities=cells))


CHANGES = (
    other_odds,
    other_clause,
    other_condition,
    other_cell,
    other_decks,
    other_pairing,
    other_first_scheme,
    other_limits,
    other_approver,
    other_report,
    other_irregularity,
)


def test_a_changed_value_changes_the_digest() -> None:
    digests = {digest(change(BACCARAT)) for change in CHANGES}
    assert len(digests | {digest(BACCARAT)}) == len(CHANGES) + 1


def test_another_way_to_write_the_same_condition_leaves_the_digest() -> None:
    first, *rest = BACCARAT.wagers
    line, *lines = first.lines
    same = replace(line, when=lambda facts: not facts.player <= facts.banker)
    changed = replace(BACCARAT, wagers=(replace(first, lines=(same, *lines)), *rest))
    assert digest(changed) == digest(BACCARAT)


def test_an_overlay_counts_where_it_is_used_by_the_conduct_that_follows_from_it() -> None:
    def under(over: Callable[[Conduct], Conduct]) -> str:
        overlay = Overlay("tournament", "15.2.1", ("6.4",), "tournament chips", over)
        overlaid = replace(BACCARAT, overlays={"tournament": overlay})
        assert digest_under(overlaid, None) == digest(overlaid) == digest(BACCARAT)
        return digest_under(overlaid, "tournament")

    def without_limit(conduct: Conduct) -> Conduct:
        return replace(conduct, sharing=replace(conduct.sharing, limit=None))

    as_it_is = under(lambda conduct: conduct)
    assert as_it_is == under(lambda conduct: replace(conduct)) != digest(BACCARAT)
    assert under(without_limit) != as_it_is


@dataclass(frozen=True)
class Newer(Rulebook):
    """A rulebook as a later release may have it, with fields that this one does not know."""

    jackpots: tuple[str, ...] = ()
    insured: str | None = None
    lit: bool = False
    rates: dict[str, int] = field(default_factory=dict)


Newer.__name__ = Rulebook.__name__


def test_a_field_that_is_left_empty_leaves_the_digest_and_any_other_counts() -> None:
    newer = Newer(**{each.name: getattr(BACCARAT, each.name) for each in fields(BACCARAT)})
    assert digest(newer) == digest(BACCARAT)
    changes: list[dict[str, Any]] = [
        {"jackpots": ("a",)}, {"insured": ""}, {"lit": True}, {"rates": {"a": 0}}
    ]  # fmt: skip
    digests = {digest(replace(newer, **change)) for change in changes}
    assert len(digests | {digest(newer)}) == len(changes) + 1


def test_where_a_function_is_kept_leaves_the_digest() -> None:
    """A rulebook may move to another file."""
    first = BACCARAT.wagers[0]

    def read(hands: Hands, box: str) -> Facts:
        return first.space.read(hands, box)

    read.__qualname__ = first.space.read.__qualname__
    moved = replace(first.space, read=read)
    wagers = tuple(replace(each, space=moved) if each.space is first.space else each
                   for each in BACCARAT.wagers)  # fmt: skip
    assert digest(replace(BACCARAT, wagers=wagers)) == digest(BACCARAT)


def test_the_order_of_situations_and_the_wording_of_a_note_leave_the_digest() -> None:
    def under(*cells: tuple[str, Cell]) -> str:
        irregularities = {name: (cell,) for name, cell in cells}
        return digest(
            replace(BACCARAT, conduct=replace(BACCARAT.conduct, irregularities=irregularities))
        )

    fire = ("fire", Cell("14.9.1", Outcome.INVALIDATE))
    noted = ("fire", replace(fire[1], note="as the supervisor sees fit"))
    burned = ("burned", Cell("12.16", Outcome.STAYS_BURNED))
    assert under(fire, burned) == under(burned, fire) == under(noted, burned)
    assert under(fire, burned) != under(fire)


def test_a_rulebook_holds_nothing_that_a_digest_cannot_tell_apart() -> None:
    odd = replace(BACCARAT, tables={"9.4": 0.5})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="float"):
        digest(odd)
