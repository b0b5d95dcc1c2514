"""The language of wager files: read, checked and evaluated here, and never run as code.

`when = "player_total == 8 and player_cards == 3 and winner == 'player'"`: comparisons, `and`, `or`,
`not`, `in` with a list, arithmetic on whole numbers, texts in single quotes, and names. Precedence
is Python's. Everything has a kind, number, truth or text, and kinds do not mix.
"""

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from sabot.bench.names import WINNERS, Kind, Name
from sabot.core.refusal import Refusal, quoted
from sabot.rules import Hands

MOST_DIGITS = 9
DEEPEST = 50
MOST_PARTS = 20_000
"""Names, numbers, signs and words of an expression: more would take minutes to be counted."""
WORDS = ("and", "or", "not", "in")
TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]+)|(?P<name>[A-Za-z_][A-Za-z_0-9]*)|(?P<text>'[^'\n]*')"
    r"|(?P<sign>//|==|!=|<=|>=|[-+*%<>()\[\],])|(?P<other>\S))",
    re.ASCII,
)
COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
RECKONED: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
    "//": operator.floordiv, "%": operator.mod,
}  # fmt: skip
INSTEAD = {
    "=": "write == to compare",
    "/": "write // for whole division",
    '"': "write texts in single quotes",
    ".": "there are whole numbers only, and nothing has parts to be asked for",
}
Read = Callable[[Hands], Any]


@dataclass(frozen=True)
class Term:
    """A part of an expression: what it is, and what it comes to in a coup."""

    kind: Kind
    read: Read


def condition(text: str, names: Mapping[str, Name], game: str) -> Callable[[Hands], bool]:
    """Return the condition that an expression states about a finished coup.

    >>> from sabot import deal, rulebook
    >>> from sabot.bench.names import names_of
    >>> book = rulebook("star-baccarat")
    >>> names = names_of(book.procedure, book.title)
    >>> when = condition("banker_total - 2 in (3, 4)", names, book.title)
    >>> when(deal(book, "4S 5H KD KC 8H").hands)
    True
    """
    reader = _Reader(text, names, game)
    term = reader.either()
    reader.expect_end()
    found = reader.truth(term)
    return lambda hands: bool(found(hands))


class _Reader:
    """Reads an expression from left to right, one method for each level of precedence."""

    def __init__(self, text: str, names: Mapping[str, Name], game: str) -> None:
        self.text, self.names, self.game = text, names, game
        self.depth = 0
        self.tokens: list[tuple[str, str]] = []
        at, end = 0, len(text.rstrip())
        while at < end:
            match = TOKEN.match(text, at)
            assert match is not None and match.lastgroup is not None, "any sign is some token"
            self.tokens.append((match.lastgroup, match[match.lastgroup]))
            at = match.end()
            if len(self.tokens) > MOST_PARTS:
                raise self.refuse(f"it has more than {MOST_PARTS:,} parts")
        self.at = 0

    def refuse(self, why: str) -> Refusal:
        return Refusal("bad-wager", None, f"The condition {quoted(self.text)} is not clear: {why}.")

    def peek(self, *signs: str) -> str | None:
        """The next sign or word, if it is one of these."""
        if self.at < len(self.tokens):
            kind, token = self.tokens[self.at]
            if kind in ("sign", "name") and token in signs:
                return token
        return None

    def take(self, *signs: str) -> str | None:
        found = self.peek(*signs)
        self.at += found is not None
        return found

    def next_words(self) -> str:
        if self.at == len(self.tokens):
            return "it breaks off"
        kind, token = self.tokens[self.at]
        if kind == "other":
            why = INSTEAD.get(token, "it is no part of the language")
            return f"{quoted(token)} stands there; {why}"
        return f"{quoted(token)} stands where it says nothing"

    def expect(self, sign: str) -> None:
        if self.take(sign) is None:
            raise self.refuse(f"{quoted(sign)} is missing, {self.next_words()}")

    def expect_end(self) -> None:
        if self.at < len(self.tokens):
            raise self.refuse(self.next_words())

    def deeper(self, read: Callable[[], Term]) -> Term:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.refuse(f"it nests deeper than {DEEPEST}")
        found = read()
        self.depth -= 1
        return found

    def truth(self, term: Term) -> Read:
        if term.kind != "truth":
            raise self.refuse(f"a {term.kind} stands where something must be so or not: compare it")
        return term.read

    def number(self, term: Term) -> Read:
        if term.kind != "number":
            raise self.refuse(f"a {term.kind} stands where a number must")
        return term.read

    def either(self) -> Term:
        return self._joined("or", self.both, any)

    def both(self) -> Term:
        return self._joined("and", self.negated, all)

    def _joined(self, word: str, read: Callable[[], Term], joins: Callable[..., bool]) -> Term:
        first = read()
        if self.peek(word) is None:
            return first
        parts = [self.truth(first)]
        while self.take(word):
            parts.append(self.truth(read()))
        return Term("truth", lambda hands: joins(part(hands) for part in parts))

    def negated(self) -> Term:
        if self.take("not") is None:
            return self.compared()
        denied = self.truth(self.deeper(self.negated))
        return Term("truth", lambda hands: not denied(hands))

    def compared(self) -> Term:
        left = self.summed()
        if self.peek(*COMPARED, "in", "not") is None:
            return left
        checks: list[Read] = []
        while (sign := self.take(*COMPARED, "in", "not")) is not None:
            if sign in COMPARED:
                right = self.summed()
                checks.append(self._comparison(left, sign, right))
                left = right
                continue
            if sign == "not":
                self.expect("in")
            checks.append(self._among(left, within=sign == "in"))
            if self.peek(*COMPARED, "in", "not") is not None:
                raise self.refuse("a list can be compared with nothing")
        if len(checks) == 1:
            return Term("truth", checks[0])
        return Term("truth", lambda hands: all(check(hands) for check in checks))

    def _comparison(self, left: Term, sign: str, right: Term) -> Read:
        if left.kind != right.kind:
            raise self.refuse(f"a {left.kind} is compared with a {right.kind}")
        if left.kind != "number" and sign not in ("==", "!="):
            raise self.refuse(f"no {left.kind} is more or less than another")
        compare, one, other = COMPARED[sign], left.read, right.read
        return lambda hands: compare(one(hands), other(hands))

    def _among(self, left: Term, *, within: bool) -> Read:
        opened = self.take("(", "[")
        if opened is None:
            raise self.refuse("after in comes a list in brackets, such as (6, 8)")
        closing = ")" if opened == "(" else "]"
        items = [self.deeper(self.either)]
        while self.take(",") and self.peek(closing) is None:
            items.append(self.deeper(self.either))
        self.expect(closing)
        if any(item.kind != left.kind for item in items):
            raise self.refuse(f"a {left.kind} is looked for in a list of something else")
        reads = [item.read for item in items]
        return lambda hands: _is_one(left.read(hands), reads, hands) == within

    def summed(self) -> Term:
        return self._reckoned(("+", "-"), self.multiplied)

    def multiplied(self) -> Term:
        return self._reckoned(("*", "//", "%"), self.signed)

    def _reckoned(self, signs: tuple[str, ...], read: Callable[[], Term]) -> Term:
        first = read()
        if self.peek(*signs) is None:
            return first
        begin, steps = self.number(first), []
        while (sign := self.take(*signs)) is not None:
            steps.append((RECKONED[sign], self.number(read())))

        def reckon(hands: Hands) -> int:
            total: int = begin(hands)
            try:
                for act, part in steps:
                    total = act(total, part(hands))
            except ZeroDivisionError:
                raise self.refuse("there are coups in which it divides by zero") from None
            return total

        return Term("number", reckon)

    def signed(self) -> Term:
        sign = self.take("-", "+")
        if sign is None:
            return self.plain()
        read = self.number(self.deeper(self.signed))
        return Term("number", read if sign == "+" else lambda hands: -read(hands))

    def plain(self) -> Term:
        if self.take("("):
            inner = self.deeper(self.either)
            if self.peek(","):
                raise self.refuse("a list may stand after in alone")
            self.expect(")")
            return inner
        if self.at == len(self.tokens):
            raise self.refuse("it is empty" if not self.tokens else "it breaks off")
        kind, token = self.tokens[self.at]
        if kind == "other" or kind == "sign" or token in WORDS:
            raise self.refuse(self.next_words())
        self.at += 1
        return {"number": self._digits, "text": self._quoted, "name": self._named}[kind](token)

    def _digits(self, token: str) -> Term:
        if len(token) > MOST_DIGITS or (token[0] == "0" and len(token) > 1):
            raise self.refuse(f"a number has at most {MOST_DIGITS} digits, and no 0 before them")
        value = int(token)
        return Term("number", lambda hands: value)

    def _quoted(self, token: str) -> Term:
        value = token[1:-1]
        if value not in WINNERS:
            known = ", ".join(f"'{each}'" for each in WINNERS)
            raise self.refuse(f"nothing is ever {quoted(value)}; texts are {known}")
        return Term("text", lambda hands: value)

    def _named(self, token: str) -> Term:
        found = self.names.get(token)
        if found is None:
            near = get_close_matches(token, self.names, 1)
            meant = f" (did you mean {near[0]}?)" if near else ""
            known = " ".join(self.names)
            raise self.refuse(
                f"{self.game} has no name {quoted(token)}{meant}; its names are {known}"
            )
        return Term(found.kind, found.read)


def _is_one(value: Any, reads: list[Read], hands: Hands) -> bool:
    return any(value == read(hands) for read in reads)
