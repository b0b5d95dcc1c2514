"""The rules that an evening brings together, and which of them can meet in which game."""

from collections.abc import Callable, Iterable
from itertools import combinations

from comparison.settings import SETTINGS, Setting
from comparison.side_by_side import SideBySide
from comparison.translation import Move
from reference.games import GAMES
from reference.limits import difference, to_maximum, total, what_counts
from reference.state import Table

THEMES = (
    *("raise", "withdrawal", "area cut", "differential", "personal limit", "loss limit", "token"),
    *("scheme change", "sign pending", "void", "rebuild", "reversal", "player left"),
    *("player returned", "device failure", "card check", "reopened bets", "dispute", "closing"),
    *("midnight", "last coup", "wrong payment"),
)
Pair = tuple[str, str]
PAIRS: tuple[Pair, ...] = tuple(combinations(THEMES, 2))

ABSENT = {
    "star-baccarat": {},
    "star-seven-up": {
        "loss limit": "the document has no Loss Limit",
        "scheme change": "the document has one pay table",
        "reopened bets": "no clause lets wagers change after the first card",
        "last coup": "the cards are dealt from a device, without a cutting card",
    },
    "star-three-card": {
        "differential": "the document has no differential",
        "loss limit": "the document has no Loss Limit",
        "rebuild": "a wrong deal is a misdeal or a void hand (12.1 to 12.5)",
        "reopened bets": "no clause lets wagers change after the first card",
    },
    "star-lucky-draw": {
        "differential": "the document has no differential",
        "loss limit": "the document has no Loss Limit",
        "scheme change": "the document has one pay table",
        "reopened bets": "no clause lets wagers change after the first card",
    },
    "canberra-mini": {
        "area cut": "the document has no maximum for an area",
        "loss limit": "the document has no Loss Limit",
        "token": "wagers are made with gaming chips alone (4.2)",
        "device failure": "the cards are dealt from a shoe",
        "card check": "the document has no check of the cards",
    },
}
"""Themes that a game does not have, each with the reason."""
UNCUT = "a device's cards are not cut: no cutting card (4.11; Three Card 4.9; Lucky Draw 4.4)"
APART = {("device failure", "last coup"): UNCUT}
"""Themes that no table of any game has together."""


def cannot_meet(game: str, pair: Pair) -> str | None:
    """Return why two themes cannot meet in a game, or None if they can."""
    for theme in pair:
        if theme in ABSENT[game]:
            return f"{theme}: {ABSENT[game][theme]}"
    return APART.get(pair) or APART.get((pair[1], pair[0]))


def possible(game: str) -> list[Pair]:
    """Return the pairs that can meet in a game."""
    return [pair for pair in PAIRS if cannot_meet(game, pair) is None]


NEEDS: dict[str, Callable[[Setting], bool]] = {
    "area cut": lambda setting: setting.area is not None,
    "differential": lambda setting: setting.differential is not None,
    "loss limit": lambda setting: bool(setting.loss_limits),
    "device failure": lambda setting: setting.source == "device",
    "last coup": lambda setting: setting.source == "shoe",
    "reopened bets": lambda setting: setting.face == "down",
}
"""Theme -> the condition that the setting of a table meets for it to happen."""


def settings_of(game: str, pair: Iterable[str] = ()) -> list[int]:
    """Return the numbers of a game's settings in which themes can happen.

    >>> [SETTINGS[number].name for number in settings_of("star-baccarat", ("reopened bets",))]
    ['cards face down', 'device, cards face down']
    """
    return [
        number
        for number, each in enumerate(SETTINGS)
        if each.game == game and all(NEEDS[theme](each) for theme in pair if theme in NEEDS)
    ]


class Meetings:
    """The pairs of themes that have met in an evening.

    Two themes meet when they touch the same coup or two neighbouring ones: both happen, or are in
    force, between the end of a coup and the end of the next but one.
    """

    def __init__(self) -> None:
        self.before: set[str] = set()
        self.now: set[str] = set()
        self.coups = 0
        self.met: set[Pair] = set()

    @property
    def near(self) -> set[str]:
        """Return the themes of this coup and of the one before."""
        return self.now | self.before

    def note(self, both: SideBySide, move: Move, happened: Iterable[str]) -> None:
        """Note the themes that a move brought, and those in force after it."""
        table = both.reference.table
        fresh = {*happened, *in_force(table), *_of_move(both, move)} - self.now
        self.now |= fresh
        for theme in fresh:
            self.met |= {_pair(theme, other) for other in self.near if other != theme}
        if len(table.history) > self.coups:
            self.coups = len(table.history)
            self.before, self.now = self.now, set()


def _pair(one: str, other: str) -> Pair:
    first, second = sorted((one, other), key=THEMES.index)
    return first, second


for absent in (name for name in ABSENT if name != "star-baccarat"):
    ABSENT[absent]["wrong payment"] = "no clause says how one is put right coups later (12.18)"

OF_MOVES = {
    "withdraw": "withdrawal",
    "switch": "scheme change",
    "rebuild": "rebuild",
    "leave": "player left",
    "come": "player returned",
    "device": "device failure",
    "check": "card check",
    "reopen": "reopened bets",
    "dispute": "dispute",
    "close": "closing",
    "midnight": "midnight",
    "late": "reversal",
    "misread": "wrong payment",
    "put_right": "wrong payment",
}
"""Moves that are a theme of themselves once they are accepted."""


def _of_move(both: SideBySide, move: Move) -> set[str]:
    if not both.accepted:
        return set()
    found = {OF_MOVES[move.name]} if move.name in OF_MOVES else set()
    if move.name in ("sanction", "invalidate") and move.args["coup"] is not None:
        found.add("reversal")
    if move.name == "reduce":
        limit = both.reference.table.limits.differential
        found.add("area cut" if limit is None else "differential")
    return found


def in_force(table: Table) -> set[str]:
    """Return the themes that the state itself shows."""
    found: set[str] = set()
    lying = {wager.player for wager in table.wagers}
    if any(table.players[name].personal is not None for name in lying):
        found.add("personal limit")
    if any(table.players[name].loss_limit is not None for name in lying):
        found.add("loss limit")
    if any(len({piece.order for piece in wager.pieces}) > 1 for wager in table.wagers):
        found.add("raise")
    if any(wager.part("tokens") for wager in table.wagers):
        found.add("token")
    limit = table.limits.differential
    if limit is not None and difference(table.wagers) > limit:
        found.add("differential")
    if any(
        sign.takes_effect is not None and sign.takes_effect > table.now for _, sign in table.signs
    ):
        found.add("sign pending")
    if table.just_voided or (table.history and table.history[-1].status == "void"):
        found.add("void")
    if table.shoe.coups_left is not None:
        found.add("last coup")
    if table.coup is not None and table.coup.undone is None and _is_cut(table):
        found.add("area cut")
    return found


def _is_cut(table: Table) -> bool:
    """Return True if an area's maximum cuts wagers of the coup in progress."""
    coup = table.coup
    assert coup is not None
    if not coup.limits.areas or not table.wagers:
        return False
    if not table.document.area_pro_rata:
        counted = to_maximum(table, coup, table.wagers)
        return any(total(counted[w.key]) < w.stake for w in table.wagers)
    alone = to_maximum(table, coup, table.wagers)
    counted = what_counts(table, coup, table.wagers)
    return any(total(counted[key]) < total(alone[key]) for key in alone)


def game_names() -> list[str]:
    """Return the names of the games."""
    return list(GAMES)
