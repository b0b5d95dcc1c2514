"""A rulebook: one approved document as data."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from zoneinfo import ZoneInfo

from sabot.core.cards import Hand
from sabot.core.money import ChipRule
from sabot.core.refusal import Refusal, quoted
from sabot.rules.coup.deal import Procedure
from sabot.rules.coup.together import Together
from sabot.rules.coup.wager import Wager
from sabot.rules.digest import digest_of
from sabot.rules.operation.conduct import Conduct
from sabot.rules.overlay import Overlay
from sabot.rules.promotions import Promotions
from sabot.rules.tournament import Tournament
from sabot.shoe import Preparation, check_decks


@dataclass(frozen=True)
class Places:
    """Number of boxes or seats of a table."""

    clause: str
    most: int
    least: int = 1


@dataclass(frozen=True, repr=False)
class Rulebook:
    """An edition of an approved game.

    `version` names the edition: no two of one game share it. `dated` is the day on which the
    document was signed, `in_force` the first day, in the casino's zone, on which tables open under
    it. `coup` is the document's word for a round of it; `tables` are the printed tables by clause,
    headings first; `promotions` is its section on promotional prizes, if it has one.

    >>> from sabot import rulebook
    >>> book = rulebook("star-baccarat")
    >>> book.version, book.decks(), book.wager("tie").name
    ('version 4', 8, 'Tie')
    """

    id: str
    title: str
    casino: str
    version: str
    dated: str
    in_force: str
    coup: str
    places: Places | None
    preparation: Preparation
    procedure: Procedure
    wagers: tuple[Wager, ...]
    together: Together
    schemes: dict[str, str]
    chips: ChipRule | None
    conduct: Conduct
    tables: dict[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    overlays: dict[str, Overlay] = field(default_factory=dict)
    tournament: Tournament | None = None
    promotions: Promotions | None = None
    ranks: Callable[[Hand], int] | None = None
    """Place of a hand, 1 for the highest, where a document orders hands otherwise than by their
    point count."""

    def __repr__(self) -> str:
        return f"Rulebook({self.id}, {self.version})"

    @cached_property
    def by_id(self) -> dict[str, Wager]:
        return {wager.id: wager for wager in self.wagers}

    @cached_property
    def digest(self) -> str:
        """Return the digest of what the rulebook decides, as 64 hexadecimal digits."""
        return digest_of(self)

    @cached_property
    def _conducts(self) -> dict[str | None, Conduct]:
        found: dict[str | None, Conduct] = {None: self.conduct}
        found.update((name, each.laid_over(self.conduct)) for name, each in self.overlays.items())
        return found

    def conduct_under(self, overlay: str | None) -> Conduct:
        """The rules of running a table under an overlay; None: under none."""
        return self._conducts[overlay]

    def has_begun(self, at: datetime) -> bool:
        """Return True if the edition is in force at that moment, unless a later one is."""
        return at.astimezone(ZoneInfo(self.conduct.zone)).date().isoformat() >= self.in_force

    @cached_property
    def names(self) -> dict[str, str]:
        """Return the names of the wagers, by id."""
        return {id_: wager.name for id_, wager in self.by_id.items()}

    @cached_property
    def _default_scheme(self) -> str | None:
        return next(iter(self.schemes), None)

    @cached_property
    def _most_decks(self) -> int:
        return max(self.preparation.decks.allowed)

    def wager(self, id: object) -> Wager:  # noqa: A002
        """The wager of that id; a wager is known by its id."""
        id = id.id if isinstance(id, Wager) else id  # noqa: A001
        if isinstance(id, str) and id in self.by_id:
            return self.by_id[id]
        known = ", ".join(self.by_id)
        raise Refusal(
            "unknown-wager",
            None,
            "{game} has no wager {id}; it has {known}.",
            game=self.title,
            id=quoted(id),
            known=known,
        )

    def check_box(self, wager: Wager, box: object, boxes: Collection[int]) -> None:
        """Reject a wager that is not on a dealt box, or is on a box though it belongs to none."""
        if not wager.space.per_box:
            if box is not None:
                raise Refusal(
                    "bad-box", wager.clause, "A {wager} wager is on no box.", wager=wager.name
                )
        elif type(box) is not int or box not in boxes:
            if box is None:
                form, place = "A {wager} wager is on a box: this one is on none.", ""
            else:
                form = "A {wager} wager is on a box: this one is on {place}, which has no hand."
                place = quoted(box)
            raise Refusal("bad-box", wager.clause, form, wager=wager.name, place=place)

    def scheme(self, name: object = None) -> str | None:
        """The scheme to settle by: the one named, the first one, or None where there is none."""
        if name is None:
            return self._default_scheme
        if isinstance(name, str) and name in self.schemes:
            return name
        if not self.schemes:
            raise Refusal(
                "wrong-scheme", None, "{game} has only one way to settle.", game=self.title
            )
        known = " or ".join(self.schemes)
        raise Refusal(
            "wrong-scheme",
            None,
            "{game} settles by {known}, not {name}.",
            game=self.title,
            known=known,
            name=quoted(name),
        )

    def decks(self, number: object = None) -> int:
        """The number of decks: the one named, or the largest that the document allows."""
        return self._most_decks if number is None else check_decks(self.preparation.decks, number)

    def check_offer(self, wager: Wager, decks: int) -> None:
        """Reject a wager that is not offered with that number of decks."""
        if wager.decks is not None and decks not in wager.decks:
            needed = " or ".join(map(str, wager.decks))
            raise Refusal(
                "wrong-decks",
                self.preparation.decks.clause,
                "{wager} is offered with {needed} decks only, not {decks}.",
                wager=wager.name,
                needed=needed,
                decks=decks,
            )
