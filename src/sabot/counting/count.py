"""Card counting: from which count a wager is worth betting, and what a counter gains."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

import numpy as np

from sabot.bench import book_of
from sabot.core.cards import DECK
from sabot.core.frames import Frame, Tabular
from sabot.core.refusal import Refusal, list_of, quoted, text_of
from sabot.counting.count_sheet import VULNERABLE, CountSheet, count_text, frame_of
from sabot.counting.expectation import Expectations
from sabot.counting.gains import Gains, GainTally, Truths
from sabot.counting.maximum import hourly_of, maximum_of
from sabot.counting.polynomials import Floats
from sabot.counting.shoes import SeenCoups, Shoes
from sabot.counting.tags import (
    NO_TAGS,
    USUAL_TAG,
    Tags,
    betting_correlation,
    removal,
    search,
    tags_of,
)
from sabot.odds.whatif import changed, changes
from sabot.rules import Rulebook, Wager
from sabot.simulate.dealing.choice import Deal
from sabot.simulate.simulation import MOST_SEED, whole

SHOES, SEED = 2_000, 1
MOST_SHOES = 10_000_000
SLOW_SHOES = 20
"""By default, where the odds are counted anew before every coup."""
FITTED_SHOES = 2_000
"""At most so many shoes are dealt to fit a trigger on."""
STEP = 0.1
"""Fitted triggers are multiples of it."""
MOST_TRIGGER = 10_000
Watch = Callable[[int], object]


@dataclass(frozen=True, repr=False)
class Count(Tabular):
    """A wager under a counter's eyes.

    `tags` is None for a counter who knows the whole composition of unseen cards; `trigger` is then
    the least exact expectation that is bet on, and otherwise the least true count. It is None if no
    trigger gains. `perfect` is what the counter by composition gains on the same shoes, and `best`
    the largest expectation before any coup of them. `maximum` is the largest stake, as an amount,
    whose hourly gain stays below the limit that was asked for.
    """

    game: str
    wager: str
    name: str
    decks: int
    cut: int | None
    tags: Tags | None
    trigger: float | None
    betting_correlation: float | None
    gains: Gains
    perfect: Gains
    best: float
    asked: int
    fitted_on: int
    maximum: str | None = None
    changed: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Return True if all requested shoes have been dealt."""
        return self.gains.shoes == self.asked

    @property
    def vulnerable(self) -> str | None:
        """Return the counter who gains enough (see `VULNERABLE`): "by tags", else "by composition",
        else None."""
        ways = {"by composition" if self.tags is None else "by tags": self.gains}
        for how, gains in {**ways, "by composition": self.perfect}.items():
            error = gains.units_per_shoe_se or 0.0
            if gains.units_per_100 >= VULNERABLE and gains.units_per_shoe > 2 * error:
                return how
        return None

    def __repr__(self) -> str:
        gained = f"{self.gains.units_per_shoe:+.4f} units a shoe"
        return f"Count({self.wager}: {gained}, {self.gains.shoes:,} shoes)"

    def __str__(self) -> str:
        return count_text(self)

    @property
    def frame(self) -> Frame:
        """All figures in a single row."""
        return frame_of([self])

    def to_dict(self) -> dict[str, object]:
        """The count for a program to read, in the form of `sabot count --json`."""
        told: dict[str, object] = {
            "game": self.game,
            "wager": self.wager,
            "decks": self.decks,
            "cut": self.cut,
            "shoes": self.gains.shoes,
            "tags": None if self.tags is None else self.tags.told,
            "trigger": self.trigger,
            **{key: value for key, value in vars(self.gains).items() if key != "shoes"},
            "maximum": self.maximum,
        }
        return told | ({"changed": list(self.changed)} if self.changed else {})


def count(
    rulebook: Rulebook | str,
    wager: str | Wager | None = None,
    *,
    tags: str | Mapping[str, object] | Tags | None = None,
    trigger: float | str | None = None,
    by_composition: bool = False,
    largest_tag: int = USUAL_TAG,
    balanced: bool = True,
    decks: int | None = None,
    cut: int | None = None,
    source: str | None = None,
    boxes: int = 1,
    scheme: str | None = None,
    shoes: int | None = None,
    seed: int = SEED,
    hands_per_hour: int | None = None,
    hourly_limit: str | int | Decimal | None = None,
    watch: Watch = lambda shoes: None,
) -> Count:
    """Count the cards of one wager over whole shoes, dealt by the game's own procedure.

    The true count before a coup is the running count of the cards of finished coups, divided by the
    decks not yet seen (unseen cards ÷ 52, burned cards among them). One unit is bet when it is at
    least the trigger. Without `tags` the best whole tags are searched for (see
    `sabot.counting.tags.search`), without a `trigger` the one that gains the most on other shoes.
    With `by_composition` the counter knows all unseen cards by their ranks and suits instead.

    >>> found = count("dragon-7", tags="4:-1,5:-1,6:-1,7:-1,8:2,9:2", trigger=4, shoes=50)
    >>> found.gains.advantage > 0, found.decks, found.cut
    (True, 8, 20)
    """
    book = book_of(rulebook)
    chosen = _only(book, wager)
    hourly = hourly_of(hands_per_hour, hourly_limit)
    found = counts(
        rulebook, [chosen], tags=None if tags is None else {chosen: tags},
        triggers=None if trigger is None else {chosen: trigger}, by_composition=by_composition,
        largest_tag=largest_tag, balanced=balanced, decks=decks, cut=cut, source=source,
        boxes=boxes, scheme=scheme, shoes=shoes, seed=seed, watch=watch,
    )[0]  # fmt: skip
    return found if hourly is None else replace(found, maximum=maximum_of(found.gains, *hourly))


def counts(
    rulebook: Rulebook | str,
    wagers: Sequence[str | Wager] | None = None,
    *,
    tags: Mapping[str, str | Mapping[str, object] | Tags] | None = None,
    triggers: Mapping[str, float | str] | None = None,
    by_composition: bool = False,
    largest_tag: int = USUAL_TAG,
    balanced: bool = True,
    decks: int | None = None,
    cut: int | None = None,
    source: str | None = None,
    boxes: int = 1,
    scheme: str | None = None,
    shoes: int | None = None,
    seed: int = SEED,
    watch: Watch = lambda shoes: None,
) -> CountSheet:
    """Count the cards of several wagers on the same shoes; by default of all that are offered.

    `tags` and `triggers` are by wager. The other options are those of `count`.
    """
    if by_composition and tags:
        raise Refusal("bad-tags", None, "A counter who knows the composition needs no tags.")
    prepared = prepare(book_of(rulebook), decks, cut)
    expectations = Expectations(prepared, wagers, scheme, _decks(prepared, decks))
    deal = Deal(expectations.decks, source=source, behind=cut, boxes=boxes)
    dealt = Shoes(prepared, deal, whole("seed", seed, 0, MOST_SEED))
    usual = SLOW_SHOES if expectations.slow else SHOES
    wanted = whole("shoes", usual if shoes is None else shoes, 1, MOST_SHOES)
    effects = removal(expectations)
    rules = _rules(expectations, effects, tags or {}, triggers or {}, by_composition, largest_tag,
                   balanced)  # fmt: skip
    open_rules = [rule for rule in rules if rule.trigger is None]
    fitted = min(wanted, FITTED_SHOES) if open_rules else 0
    if fitted:
        _fit(open_rules, expectations, dealt, fitted, watch)
    tested = _test(rules, expectations, dealt, wanted, fitted, watch)
    marks = changes(prepared)
    game = rulebook if isinstance(rulebook, str) else prepared.id
    found = [
        Count(
            game, rule.wager, _name(prepared, rule.wager), expectations.decks, dealt.cut, rule.tags,
            rule.trigger, None if rule.tags is None else betting_correlation(
                rule.tags, effects[:, rule.place]),
            tally.gains(), perfect.gains(), best, wanted, fitted, changed=marks,
        )
        for rule, tally, perfect, best in tested
    ]  # fmt: skip
    return CountSheet(tuple(found))


def sweep(
    rulebook: Rulebook | str, wager: str | Wager | None, cuts: Sequence[int], **options: object
) -> CountSheet:
    """Count a wager with the cutting card at each of these depths; for options see `count`."""
    if not list_of("Depths of the cutting card", cuts, "[14, 52]"):
        raise Refusal("bad-words", None, "Name at least one depth of the cutting card.")
    found = (count(rulebook, wager, cut=cut, **options) for cut in cuts)  # type: ignore[arg-type]
    return CountSheet(tuple(found), by_depth=True)


def prepare(book: Rulebook, decks: int | None, cut: int | None) -> Rulebook:
    """The rulebook with decks and a cutting card that its document may not allow: it is then marked
    as changed."""
    if decks is not None and decks not in book.preparation.decks.allowed:
        book = changed(book, None, whole("decks", decks, 1, 100))
    card = book.preparation.cutting_card
    if cut is not None:
        number = _decks(book, decks)
        size = len(DECK) * number
        if card is None:
            raise Refusal(
                "wrong-cutting-card", None, f"{book.title} is dealt from a device: nothing is cut."
            )
        whole("cut", cut, 1, size - 1)
        if not card.nearest <= cut <= card.deepest(size):
            beyond = replace(card, nearest=cut, farthest=None, part=Fraction(1))
            book = replace(book, preparation=replace(book.preparation, cutting_card=beyond))
    return book


def _decks(book: Rulebook, decks: int | None) -> int:
    return book.decks(decks)


def _name(book: Rulebook, wager: str) -> str:
    return book.names.get(wager, wager)


def _only(book: Rulebook, wager: str | Wager | None) -> str:
    """The wager that is meant."""
    if wager is not None:
        return book.wager(wager).id if book.procedure.takes_decisions is None else _id_of(wager)
    if len(book.wagers) != 1:
        known = ", ".join(each.id for each in book.wagers)
        raise Refusal("unknown-wager", None, f"Name a wager: {book.title} has several, {known}.")
    return book.wagers[0].id


def _id_of(wager: str | Wager) -> str:
    return wager.id if isinstance(wager, Wager) else text_of("A wager", wager, "round")


# Rules of betting


@dataclass
class _Rule:
    """When to bet on a wager: from a true count on, or from an expectation on without tags."""

    wager: str
    place: int
    tags: Tags | None
    trigger: float | None

    def measure(self, seen: SeenCoups, means: Floats) -> Floats:
        """The true count before each coup, or the expectation itself."""
        if self.tags is None:
            return means[:, self.place]
        unseen = seen.unseen.sum(axis=1, dtype=np.int64)
        running = int(seen.full @ self.tags.whole) - seen.unseen @ self.tags.whole
        true: Floats = running * len(DECK) / (unseen * self.tags.scale)
        return true

    def bets(self, seen: SeenCoups, means: Floats) -> Truths:
        if self.trigger is None:
            return np.zeros(len(seen.shoe), np.bool_)
        bet: Truths = self.measure(seen, means) >= self.trigger
        return bet


def _rules(
    expectations: Expectations,
    effects: Floats,
    tags: Mapping[str, str | Mapping[str, object] | Tags],
    triggers: Mapping[str, float | str],
    by_composition: bool,
    largest_tag: int,
    balanced: bool,
) -> list[_Rule]:
    rules = []
    for place, wager in enumerate(expectations.wagers):
        trigger = _trigger(triggers[wager]) if wager in triggers else None
        if by_composition:
            rules.append(_Rule(wager, place, None, 0.0 if trigger is None else trigger))
        elif wager in tags:
            rules.append(_Rule(wager, place, tags_of(tags[wager]), trigger))
        else:
            found = search(effects[:, place], largest_tag, balanced=balanced)
            rules.append(_Rule(wager, place, found, trigger))
    return rules


def _trigger(given: object) -> float:
    try:
        number = float(given) if not isinstance(given, bool) else None  # type: ignore[arg-type]
    except (TypeError, ValueError):
        number = None
    if number is None or not abs(number) <= MOST_TRIGGER:
        raise Refusal(
            "bad-trigger",
            None,
            f"A trigger is a number from -{MOST_TRIGGER:,} to {MOST_TRIGGER:,}, not "
            f"{quoted(given)}.",
        )
    return number


def _fit(
    rules: Sequence[_Rule], expectations: Expectations, dealt: Shoes, shoes: int, watch: Watch
) -> None:
    """Give each rule the trigger that gains the most on shoes dealt for it alone."""
    steps: list[dict[int, float]] = [{} for _ in rules]
    done = 0
    for seen in dealt.seen(shoes, fitting=True):
        means = expectations.means(seen.unseen)
        for rule, sums in zip(rules, steps, strict=True):
            step = np.floor(rule.measure(seen, means) / STEP + 1e-9).astype(np.int64)
            least = int(step.min())
            earned = np.bincount(step - least, means[:, rule.place])
            for at in np.flatnonzero(earned):
                sums[int(at) + least] = sums.get(int(at) + least, 0.0) + float(earned[at])
        done += seen.shoes
        watch(done)
    for rule, sums in zip(rules, steps, strict=True):
        if rule.tags == NO_TAGS:
            continue
        best, total = 0.0, 0.0
        for each in sorted(sums, reverse=True):
            total += sums[each]
            if total > best:
                best, rule.trigger = total, round(each * STEP, 6)


def _test(
    rules: Sequence[_Rule],
    expectations: Expectations,
    dealt: Shoes,
    shoes: int,
    before: int,
    watch: Watch,
) -> list[tuple[_Rule, GainTally, GainTally, float]]:
    """Bet by each rule, and by the exact expectation; after Ctrl-C, what is done so far."""
    tallies = [(GainTally(), GainTally()) for _ in rules]
    best = np.full(len(rules), -np.inf)
    done = 0
    try:
        for seen in dealt.seen(shoes):
            means = expectations.means(seen.unseen)
            best = np.maximum(best, means.max(axis=0)[[rule.place for rule in rules]])
            for rule, (tally, perfect) in zip(rules, tallies, strict=True):
                column = means[:, rule.place]
                bet, ahead = rule.bets(seen, means), column > 0
                either = bet | ahead
                squares = np.zeros_like(column)
                squares[either] = expectations.squares(seen.unseen[either], rule.place)
                tally.add(seen.shoe, seen.shoes, bet, column, squares[bet])
                perfect.add(seen.shoe, seen.shoes, ahead, column, squares[ahead])
            done += seen.shoes
            watch(before + done)
    except KeyboardInterrupt:
        if not done:
            raise
    return [
        (rule, tally, perfect, float(most))
        for rule, (tally, perfect), most in zip(rules, tallies, best, strict=True)
    ]
