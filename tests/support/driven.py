"""Run evenings that are written as data: each line is a command or states what is owed.

    star-baccarat chip=0.50            the table, with options of `open-table`
    join ann 1 500                     Ann sits down at place 1 with 500 in chips
    ann player 100                     Ann lays 100 on Player; `ann -player` takes it back
    account ann 300                    Ann has an account, and may lose 300 a day
    deal 9S 5H KD KC                   cards, with the calls between them
    card 4S unburned=true              one card
    turn hand=player                   cards that lie face down, all or of one hand
    finish                             the result, the settlement, the cards cleared
    sup report-irregularity situation=hand-short       any command, by a person of the cast
    ! above-maximum ann player 2000    what follows is refused with this code
    ? sup raise-minimum minimum=10     it is stated, and not confirmed yet
    sign maximum=100                   a new sign for the table, from a minimum of 5
    wait 20m                           hours (h), minutes (m) or seconds (s) go by
    owed ann 95 ben -100               what each has won so far, debts and kept money counted
    holds ann 100                      what an account holds
    at layout 0                        what lies at a place of the ledger

A line of the script may end in a comment after a hash.
"""

import shlex
import tomllib
from pathlib import Path
from typing import Any

from sabot.core.money import TOKENS, cents_or_none
from sabot.engine.ledger import of_player
from sabot.engine.streams import Rejection
from sabot.parts.statements import StatementMade
from sabot.table.players.vouchers import VoucherExchanged
from support.accounts import ask, funded
from support.evening import SIGN
from support.live_evening import LiveEvening

CAST = {
    "dealer": ("dana", "dealer"),
    "sup": ("sue", "casino supervisor"),
    "sup2": ("vera", "casino supervisor"),
    "sup3": ("walt", "casino supervisor"),
    "gsup": ("gus", "gaming supervisor"),
    "agm": ("amy", "assistant gaming manager"),
    "mgr": ("mo", "gaming manager"),
    "oper": ("olga", "casino operator"),
    "insp": ("ivan", "inspector"),
    "surv": ("sid", "surveillance"),
}
"""Staff by the short name with which a line begins; any other name is a player's."""
TEXT = {"amount", "chips", "chip", "minimum", "maximum", "counted", "declared", "tokens", "unit",
        "card", "slip", "seal", "called", "area_maximum", "differential"}  # fmt: skip
"""Fields whose digits are text."""
LISTS = {"agreed", "told", "declined", "nominees", "measures", "consent", "side_bets"}
"""Fields that are lists, with commas."""
NO_PLAYER = {"decide-hand", "take-cut", "pass-cut", "return-hand", "expose-cards"}
"""Commands of a player that do not name the player again."""
WORDS = {"true": True, "false": False, "null": None}
UNITS = {"s": "seconds", "m": "minutes", "h": "hours"}


def evenings(path: Path) -> dict[str, str]:
    """Read the evenings of a file: each by what it is about."""
    return {each["about"]: each["script"] for each in tomllib.loads(path.read_text())["evening"]}


def value(key: str, text: str) -> Any:
    """Read a field: a word such as true, cards in their order, a list, a whole number, or text."""
    if text in WORDS:
        return WORDS[text]
    if key == "cards" or key in LISTS:
        return text.replace(",", " ").split()
    is_text = key in TEXT or key.isdigit()
    return int(text) if text.isdigit() and not is_text else text


def signed(text: str) -> int:
    """The cents of an amount with its sign; a loss has a minus."""
    return -cents_or_none(text[1:]) if text.startswith("-") else cents_or_none(text)


def fields(words: list[str]) -> dict[str, Any]:
    """Read `key=value` words; `sign.maximum=100` is a field of a record."""
    read: dict[str, Any] = {}
    for word in words:
        path, _, text = word.partition("=")
        *records, key = path.split(".")
        record = read
        for each in records:
            record = record.setdefault(each, {})
        record[key] = value(key, text)
    return read


class Deviation(AssertionError):
    """Report a line of a script that came out otherwise."""


class Driven:
    """Run one evening at a table of a floor."""

    def __init__(self, script: str) -> None:
        lines = [shlex.split(line, comments=True) for line in script.strip().splitlines()]
        game, *options = lines[0]
        self.evening = LiveEvening(game, **fields(options))
        for number, words in enumerate(lines[1:], start=2):
            try:
                if words:
                    self.line(words)
            except Exception as error:
                raise Deviation(f"line {number}, {' '.join(words)}: {error}") from error
        found = self.evening.findings()
        assert not found, found

    def line(self, words: list[str]) -> None:
        """Do one line."""
        first, *rest = words
        act = getattr(self, f"_{first}", None)
        if first in ("!", "?"):
            code, *said = rest if first == "!" else ("", *rest)
            do, more = self.command(said)
            if first == "!":
                self.refused(code, do, **more)
            else:
                self.evening.says(do, **more)
        elif act is not None:
            act(*rest)
        else:
            do, more = self.command(words)
            self.evening.ok(do, **more)

    def refused(self, code: str, do: str, **more: Any) -> None:
        """Expect a refusal with this code, of the command or of its confirmation."""
        decided = self.answer(do, **more)
        assert isinstance(decided, Rejection), f"taken: {decided}"
        assert decided.code == code, decided

    def answer(self, do: str, **more: Any) -> Any:
        """Return the decision; a statement is confirmed, or taken back where it cannot be."""
        decided = self.evening.ask(do, **more)
        made = decided[0] if isinstance(decided, list) and decided else None
        if not isinstance(made, StatementMade):
            return decided
        number, reason = made.number, "I have seen it"
        second: dict[str, Any] = {
            "actor": "vera",
            "role": made.confirmer,
            "number": number,
            "reason": reason,
        }
        decided = self.evening.ask("confirm-statement", **second)
        if isinstance(decided, Rejection):
            who = {"actor": more["actor"], "role": more["role"]}
            self.evening.says("refuse-statement", **who, number=number, reason="it is not so")
        return decided

    def command(self, words: list[str]) -> tuple[str, dict[str, Any]]:
        """Read a command and its sender; a player's short forms too."""
        who, do, *rest = words
        if who in CAST:
            actor, role = CAST[who]
            return do, {"actor": actor, "role": role, **fields(rest)}
        more: dict[str, Any] = {"actor": who, "role": "player"}
        if do not in NO_PLAYER:
            more["player"] = who
        if do.startswith("-"):
            return "withdraw-wager", {**more, "on": do[1:], **fields(rest)}
        if rest and rest[0][0].isdigit():
            return "place-wager", {**more, "on": do, "amount": rest[0], **fields(rest[1:])}
        return do, {**more, **fields(rest)}

    # Short forms

    def _join(self, player: str, place: str = "", chips: str = "1000", *more: str) -> None:
        self.evening.join(player, int(place) if place else None, chips, **fields(list(more)))

    def _account(self, player: str, loss: str) -> None:
        """The player has an account, with a Loss Limit of so much a day."""
        floor = self.evening.floor
        funded(floor, player, card=f"card of {player}")
        said = {"actor": player, "role": "player", "amount": loss, "period": "day"}
        ask(floor, "set-loss-limit", player, **said)

    def _deal(self, *cards: str) -> None:
        self.evening.deal(" ".join(cards))

    def _card(self, name: str, *more: str) -> None:
        self.evening.card(name, **fields(list(more)))

    def _turn(self, *more: str) -> None:
        self.evening.turn(**fields(list(more)))

    def _finish(self) -> None:
        self.evening.finish()

    def _sign(self, *lines: str) -> None:
        actor, role = CAST["sup"]
        sign = {**SIGN, **fields(list(lines))}
        self.evening.ok("change-limits", actor=actor, role=role, sign=sign)

    def _wait(self, text: str) -> None:
        self.evening.wait(**{UNITS[text[-1]]: int(text[:-1])})

    # What is owed

    def _owed(self, *pairs: str) -> None:
        told = {player: self.won(player) for player in pairs[::2]}
        said = dict(zip(pairs[::2], map(signed, pairs[1::2]), strict=True))
        assert told == said, f"{told} instead of {said}"

    def _debt(self, player: str, amount: str) -> None:
        debt = self.evening.table.debts.get(player)
        assert (debt.amount if debt else 0) == signed(amount), debt

    def _holds(self, player: str, amount: str) -> None:
        held = self.evening.floor.account(player).balance
        assert held == signed(amount), held

    def _kept(self, player: str, amount: str) -> None:
        assert self.evening.table.kept.get(player, 0) == signed(amount), self.evening.table.kept

    def won(self, player: str) -> int:
        """Return what a player has gained at the table: what came to their purses from the layout
        and the float, less what went there. Tokens that are lost leave the casino."""
        return sum(
            each.amount * ((each.target == of_player(player)) - (each.source == of_player(player)))
            for event, _ in self.evening.log
            if not isinstance(event, VoucherExchanged)
            for each in getattr(event, "moves", ())
            if each.currency == TOKENS or "world" not in (each.source, each.target)
        )

    def _at(self, place: str, amount: str) -> None:
        assert self.evening.money(place) == signed(amount), self.evening.money(place)
