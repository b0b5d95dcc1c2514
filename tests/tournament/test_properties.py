"""Invariants of every heat, session and pool: chips are conserved, the order is total, the whole
pool is paid."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.coup import deal
from sabot.rulebooks import RULEBOOKS
from sabot.tournament import tournament_of
from sabot.tournament.counting import WagerLimits, counted, deemed
from sabot.tournament.prizes import WHOLE, by_shares, pool, shared
from sabot.tournament.ranking import KnockedOut, Standing, cut, order
from sabot.tournament.wagers import HeatFacts, LaidWager, WagerEntrant, WrittenForm, after_coup
from support.heats import RESULTS, SEVEN_UP
from support.thorough import tries

STAR = ("star-baccarat", "star-seven-up")
GAMES = (*STAR, "canberra-mini")
MANY = settings(max_examples=tries(150), deadline=None)
LIMITS = st.builds(
    lambda minimum, units: WagerLimits(minimum, minimum * units),
    st.integers(1, 50),
    st.integers(1, 12),
)
AMOUNTS = st.integers(1, 700)


@st.composite
def entrants(draw: st.DrawFn) -> WagerEntrant:
    wagers = st.sampled_from(["player", "banker", "tie"])
    laid = draw(st.lists(st.builds(LaidWager, wagers, AMOUNTS), max_size=4))
    chips = sum(each.amount for each in laid) + draw(st.integers(0, 500))
    form = draw(st.none() | st.builds(WrittenForm, st.none() | wagers, st.none() | AMOUNTS))
    return WagerEntrant("ann", chips, tuple(laid), form)


@MANY
@given(
    st.sampled_from(STAR),
    st.sampled_from(["player", "banker", "tie"]),
    LIMITS,
    st.integers(1, 30),
    entrants(),
)
def test_chips_are_conserved_and_never_owed(
    game: str, result: str, limits: WagerLimits, chip: int, entrant: WagerEntrant
) -> None:
    cards = (SEVEN_UP if game == "star-seven-up" else RESULTS)[result]
    book = RULEBOOKS[game]
    after = after_coup(HeatFacts(deal(book, cards), limits, book.scheme(), chip), entrant)
    live = [each.counts for each in after.settled]
    won = sum(each.pays for each in after.settled)
    lost = sum(each.counts for each in after.settled if each.outcome == "lose")
    assert sum(live) <= min(entrant.chips, limits.maximum)
    blank = entrant.form is not None and entrant.form.blank and entrant.chips >= limits.minimum
    left = entrant.chips + won - lost
    assert after.chips == (max(left - limits.minimum, 0) if blank else left)
    assert (after.state == "eliminated") == (
        min(after.chips, entrant.chips) < limits.minimum and after.state != "disqualified"
    )
    for laid, end in zip(entrant.open, after.settled, strict=False):
        assert end.back == max(laid.amount - end.counts, 0)
        assert end.counts % limits.minimum == 0
        assert (end.outcome == "void") == (end.counts == 0)


@MANY
@given(LIMITS, st.lists(AMOUNTS, min_size=1, max_size=5), st.integers(0, 500))
def test_whoever_can_bet_and_lays_something_has_a_bet(
    limits: WagerLimits, laid: list[int], beside: int
) -> None:
    rules = tournament_of(RULEBOOKS[STAR[0]]).betting
    chips = sum(laid) + beside
    total = sum(each.amount for each in counted(rules, limits, chips, laid))
    assert total <= min(chips, limits.maximum)
    assert total >= limits.minimum or chips < limits.minimum


@MANY
@given(LIMITS, st.integers(0, 900), st.integers(0, 12), AMOUNTS)
def test_a_form_is_never_deemed_above_chips_or_maximum(
    limits: WagerLimits, spare: int, units: int, written: int
) -> None:
    rules = tournament_of(RULEBOOKS[STAR[0]]).betting.undisclosed
    assert rules is not None
    beside = min(units * limits.minimum, limits.maximum)
    chips = beside + spare
    counts = deemed(rules, limits, chips, beside, written)
    assert 0 <= counts.amount <= min(spare, limits.maximum - beside)
    assert counts.amount or counts.clause is not None
    assert counts.amount >= min(limits.minimum, spare, limits.maximum - beside)


@st.composite
def sessions(draw: st.DrawFn) -> tuple[list[Standing], list[KnockedOut]]:
    few = st.integers(0, 2)
    taken = st.none() | st.integers(1, 3)
    standing = draw(st.lists(st.integers(1, 3), max_size=6))
    out = draw(st.lists(st.tuples(few, few, few, taken), max_size=6))
    return (
        [Standing(f"in {place}", chips) for place, chips in enumerate(standing)],
        [KnockedOut(f"out {place}", *each) for place, each in enumerate(out)],
    )


@MANY
@given(st.sampled_from(GAMES), sessions(), st.integers(0, 8))
def test_the_order_is_total_and_nobody_is_through_by_two_ways(
    game: str, session: tuple[list[Standing], list[KnockedOut]], places: int
) -> None:
    standing, out = session
    groups = order(tournament_of(RULEBOOKS[game]).placing, standing, out)
    listed = [name for group in groups for name in group.names]
    everybody = [each.name for each in standing] + [each.name for each in out]
    assert sorted(listed) == sorted(everybody)
    assert [name for name in listed if name.startswith("in")] == listed[: len(standing)]
    found = cut(groups, places)
    assert list(found.through) == listed[: len(found.through)]
    assert not set(found.through) & set(found.contested_by)
    assert len(found.through) + found.contested <= places
    if found.contested:
        assert 0 < found.contested < len(found.contested_by)
        assert len(found.through) + found.contested == places


@MANY
@given(
    st.sampled_from(GAMES),
    st.integers(0, 10**6),
    st.lists(st.integers(0, 100), min_size=1, max_size=8).filter(sum),
    st.integers(1, 9),
    st.integers(1, 4),
)
def test_all_of_the_pool_is_paid_and_level_places_differ_by_a_cent(
    game: str, fees: int, weights: list[int], first: int, size: int
) -> None:
    rules = tournament_of(RULEBOOKS[game]).prize_money
    gathered = pool(rules, 1, fees)
    assert gathered == fees
    shares = [Fraction(each, sum(weights)) * WHOLE for each in weights]
    amounts = by_shares(rules, gathered, shares)
    assert sum(amounts) == gathered
    for amount, share in zip(amounts, shares, strict=True):
        assert -1 < amount - share * gathered / WHOLE <= 1
    level = list(range(first, first + size))
    paid = shared(amounts, [level])
    assert sum(paid.values()) == gathered
    together = [paid[place] for place in level]
    assert together == sorted(together, reverse=True) and together[0] - together[-1] <= 1
