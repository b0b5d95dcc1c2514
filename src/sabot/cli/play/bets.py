"""Bets at a practice table: read as the player writes them, checked by the document."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sabot.cli.play.talk import and_list, chosen, shown
from sabot.core.money import Odds, cents, dollars, payment
from sabot.core.refusal import Refusal
from sabot.coup import Stake
from sabot.rules import Needs, Rulebook, Wager

MOST_BOXES: Final = 7
"""Boxes at a table, where the document sets no number."""

AMOUNT: Final = re.compile(r"[0-9]{1,30}(\.[0-9]{1,2})?", re.ASCII)
BOX: Final = re.compile("@([0-9]{1,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class PracticeTerms:
    """Terms of a practice table: rulebook, number of decks, scheme and smallest chip."""

    book: Rulebook
    decks: int
    scheme: str | None
    chip: int

    @property
    def offered(self) -> tuple[Wager, ...]:
        """Return the wagers that are offered with this number of decks."""
        wagers = self.book.wagers
        return tuple(each for each in wagers if each.decks is None or self.decks in each.decks)

    @property
    def boxes(self) -> int:
        places = self.book.places
        return places.most if places else MOST_BOXES


def read_bets(terms: PracticeTerms, words: Sequence[str]) -> list[Stake]:
    """Return the stakes in `banker 25 tie 5` or `player 10 @2 tie 5 @2`; box 1 where none is
    named."""
    rest = [part for word in words for part in word.replace("@", " @").strip(",").split()]
    rest.reverse()
    stakes: dict[tuple[str, int | None], Stake] = {}
    while rest:
        wager = find_wager(terms, rest.pop())
        if not rest:
            why = f"Write how much after {wager.id}, such as {wager.id} 25."
            raise Refusal("bad-amount", None, why)
        amount = _read_amount(rest.pop())
        box = 1 if wager.space.per_box else None
        if rest and rest[-1].startswith("@"):
            box = _read_box(terms, wager, rest.pop())
        if (wager.id, box) in stakes:
            raise Refusal("twice", None, f"{wager.name} stands there twice: which amount is it?")
        stakes[wager.id, box] = Stake(wager.id, amount, box)
    return list(stakes.values())


def find_wager(terms: PracticeTerms, word: str) -> Wager:
    """Return the wager that a word means: its id, the beginning of one, or the initial of a main
    one."""
    wagers = terms.book.by_id
    sought = word.casefold()
    if len(sought) == 1:
        main = [each for each in wagers.values() if not each.side_bet and each.id[0] == sought]
        if len(main) == 1:
            return main[0]
    found = chosen(sought, wagers)
    if len(found) == 1:
        return wagers[found[0]]
    if found:
        raise Refusal("unknown-wager", None, f"{shown(word)} may be {and_list(found, 'or')}.")
    known = and_list((each.id for each in terms.offered), "or")
    why = f"{shown(word)} is no word of this table: bet on {known}, or ask for help."
    raise Refusal("unknown-wager", None, why)


def _read_amount(word: str) -> int:
    text = word.removeprefix("$")
    if not AMOUNT.fullmatch(text):
        why = f"{shown(word)} is not an amount: write 25 or 12.50."
        raise Refusal("bad-amount", None, why)
    return cents(text)


def _read_box(terms: PracticeTerms, wager: Wager, word: str) -> int:
    match = BOX.fullmatch(word)
    if not wager.space.per_box:
        terms.book.check_box(wager, word, ())
    if match is None or not 1 <= int(match[1]) <= terms.boxes:
        places = terms.book.places
        why = f"{shown(word)} is no box here: they are @1 to @{terms.boxes}."
        raise Refusal("bad-box", places.clause if places else None, why)
    return int(match[1])


def merge(standing: Iterable[Stake], new: Iterable[Stake]) -> tuple[Stake, ...]:
    """Return all stakes together; a new one replaces one on the same wager and box."""
    stakes = {(each.on, each.box): each for each in (*standing, *new)}
    return tuple(sorted(stakes.values(), key=lambda each: each.box or 0))


def total(stakes: Iterable[Stake]) -> int:
    return sum(each.amount for each in stakes)


def boxes_of(stakes: Iterable[Stake]) -> tuple[int, ...]:
    """Return the boxes with a stake, in dealing order."""
    return tuple(sorted({each.box for each in stakes if each.box is not None}))


def check_bets(terms: PracticeTerms, stakes: Sequence[Stake], bankroll: int) -> None:
    """Refuse stakes that the document, the chips or the bankroll do not allow."""
    for each in stakes:
        wager = terms.book.by_id[each.on]
        terms.book.check_offer(wager, terms.decks)
        _check_decision(terms.book, each.on)
        _check_chips(terms, wager, each.amount)
    _check_together(terms.book, stakes)
    if total(stakes) > bankroll:
        why = f"That would be {dollars(total(stakes))}, and you have {dollars(bankroll)}."
        raise Refusal("bankroll", None, why)


def _check_decision(book: Rulebook, on: str) -> None:
    for need in book.together.needs:
        if need.wager == on and need.decision:
            why = f"{book.by_id[on].name} is bet when a box decides to {need.decision}, not before."
            raise Refusal("too-early", need.clause, why)


def _check_chips(terms: PracticeTerms, wager: Wager, amount: int) -> None:
    """Refuse a stake that chips cannot make and, where nothing is rounded, one whose wins they
    cannot pay."""
    if amount % terms.chip:
        why = f"{dollars(amount)} cannot be made of chips of {dollars(terms.chip)}."
        raise Refusal("bad-amount", None, why)
    if terms.book.chips is None:
        for line in wager.in_scheme(terms.scheme):
            if isinstance(line.pays, Odds):
                payment(amount, line.pays, terms.chip, None)


def _check_together(book: Rulebook, stakes: Sequence[Stake]) -> None:
    """Check the bets of every box, together with those on no box."""
    everything = {each.on for each in stakes}
    for box in boxes_of(stakes) or (None,):
        here = {each.on for each in stakes if each.box in (None, box)}
        try:
            book.together.check(here, everything)
        except Refusal as refusal:
            if refusal.code != "needs-approval":
                raise
            why = refusal.message.removesuffix(".") + ", and a practice table has none."
            raise Refusal(refusal.code, refusal.clause, why) from None


def stake_on_drawing(book: Rulebook, box: int, stakes: Iterable[Stake]) -> tuple[Needs, Stake]:
    """Return the further stake that a box has to place to draw, and the rule that asks for it."""
    need = next(each for each in book.together.needs if each.decision == "draw")
    entered = next(each for each in stakes if each.box == box and each.on in need.beside)
    return need, Stake(need.wager, entered.amount, box)
