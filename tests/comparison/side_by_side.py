"""An evening at two tables: the product's and the reference's, compared after every move."""

import re
from copy import deepcopy
from dataclasses import dataclass, replace

from comparison import translation, troubles
from comparison.legal import unlike
from comparison.live import Declined, Live
from comparison.settings import FLOAT, PLAYERS, Setting
from comparison.translation import MOVES, Move
from reference.deal import phase
from reference.evening import Evening
from reference.facts import Fact, LayoutApproved, Opened, PlayersPerArea, SignPosted
from reference.limits import counts_now
from reference.state import Paid

assert translation and troubles  # which register the moves


VARIES = re.compile(rf"\b({'|'.join(PLAYERS)}|-?[0-9]+[CDHS]?|[AJQKT][CDHS])\b")
"""Names, amounts and cards in the text of a difference."""


@dataclass(frozen=True)
class Difference:
    """A disagreement of product and reference."""

    # "refusal", "money", "phase" or "may".
    kind: str
    # Name of the move after which they disagree.
    move: str
    # What the reference says, and what the product says.
    reference: str
    product: str
    game: str = ""

    @property
    def signature(self) -> str:
        """Return what two differences with the same cause have in common: all but amounts, cards
        and names."""
        said = VARIES.sub("", f"{self.reference} / {self.product}")
        return f"{self.kind} {self.move} {said}"

    def __str__(self) -> str:
        return (
            f"{self.game}: {self.kind} after {self.move}:"
            f" reference {self.reference}; product {self.product}"
        )


class SideBySide:
    """An evening of both. `put` returns how they disagree, or None."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.live = Live(setting)
        self.reference = Evening(setting.game, setting.options())
        self.reference.setting = setting  # type: ignore[attr-defined]
        self.moves: list[Move] = []
        self.accepted = True
        # Phase in which legal commands were compared last.
        self.probed = ""
        # Players who left before the coup that is rebuilt now.
        self.gone: set[str] = set()
        # Players who have left since the last coup, also those who have come back.
        self.went: set[str] = set()
        self._say(Opened(FLOAT))
        if setting.shared and self.reference.table.players_at_area is not None:
            self._say(PlayersPerArea(AT_AREA, "casino supervisor"))
            self.live.send("limit-players", "casino supervisor", area=AT_AREA)
        self.difference: Difference | None = None
        for opening in (*(Move("come", {"player": name}) for name in PLAYERS), PREPARE):
            self.difference = self.difference or self.put(opening)
        if self.reference.table.document.knows("pairs sign"):
            self._say(LayoutApproved())
            self._say(SignPosted("pairs"))
        self.moves.clear()

    def _say(self, fact: Fact) -> str | None:
        """Put a fact to the reference and return the clause that refuses it."""
        ruling = self.reference.put(replace(fact, at=self.live.clock))
        return None if ruling.refused is None else f"{ruling.refused} ({ruling.why})"

    def put(self, move: Move) -> Difference | None:
        """Make a move at both tables and compare what then holds."""
        self.moves.append(move)
        says, does = MOVES[move.name]
        before, mark = self.live.now, self.live.mark()
        self.reference.table.now = max(self.reference.table.now, self.live.clock)
        refused = self._judged(says(self.reference, **move.args))
        declined = ""
        try:
            does(self.live, **move.args)
        except Declined as why:
            self.live.back_to(mark)
            self.live.now = before
            rejection = why.rejection
            declined = f"{rejection.clause} ({why.do}: {rejection.code}, {rejection.message})"
        self.accepted = refused is None and not declined
        if (refused is None) != (not declined):
            return self._differs("refusal", move, refused or "accepts", declined or "accepts")
        return self._compare(move)

    def _judged(self, said: object) -> str | None:
        """Put all facts of a move, or none of them if one is refused."""
        kept = None
        for number, fact in enumerate(said):  # type: ignore[arg-type, var-annotated]
            if number == 0:
                first = fact
                kept = deepcopy(self.reference.table) if self._may_be_several(first) else None
            refused = self._say(fact)
            if refused is not None:
                if number:
                    assert kept is not None, fact
                    self.reference.table = kept
                return refused
        return None

    def _may_be_several(self, first: Fact) -> bool:
        return type(first).__name__ in SEVERAL

    def _differs(self, kind: str, move: Move, reference: str, product: str) -> Difference:
        return Difference(kind, move.name, reference, product, self.setting.game)

    def _compare(self, move: Move) -> Difference | None:
        ours, theirs = self.places(), self.live.places()
        coup = self.reference.table.coup
        rebuilt = coup is not None and coup.undone is not None
        left = {name for name in PLAYERS if name not in self.live.table.patrons}
        self.gone = self.gone | left if rebuilt else set()
        self.went = (self.went if rebuilt or coup is None else set()) | left
        for name in self.gone:  # evened out with the account when the rebuilt coup ends
            ours.pop(f"chips:{name}", None)
            theirs.pop(f"chips:{name}", None)
        for name in self.went if rebuilt else ():  # tokens that are not there lie again until then
            ours.pop(f"tokens:{name}", None)
            theirs.pop(f"tokens:{name}", None)
        if ours != theirs:
            keys = sorted(k for k in {*ours, *theirs} if ours.get(k, 0) != theirs.get(k, 0))
            return self._differs(
                *("money", move),
                ", ".join(f"{key} {ours.get(key, 0)}" for key in keys),
                ", ".join(f"{key} {theirs.get(key, 0)}" for key in keys),
            )
        now = phase(self.reference.table)
        if now != self.live.phase():
            return self._differs("phase", move, now, self.live.phase())
        if now == self.probed:
            return None
        self.probed = now
        found = unlike(self.live, self.reference.may())
        if found is None:
            return None
        name, reference, product = found
        return self._differs("may", move, f"{name} {reference}", product)

    def places(self) -> dict[str, int]:
        """Return the reference's money by place, with what does not count given back.

        The product hands back at the first card what is above a maximum; the reference when the
        coup is settled. Both pay and collect the same.
        """
        table = self.reference.table
        money = dict(table.money)
        coup = table.coup
        if coup is not None:
            undone = coup.undone
            for paid in undone or ():
                self._undo(money, paid)
            for wager in table.wagers:
                live = counts_now(table, coup, wager)
                for kind, lies in (("chips", "layout"), ("tokens", "token-layout")):
                    counts = sum(piece.amount for piece in live if piece.kind == kind)
                    over = wager.part(kind) - counts if undone is None else -counts
                    for place, cents in ((lies, -over), (kind, over)):
                        key = f"{place}:{wager.player}"
                        money[key] = money.get(key, 0) + cents
        kept = ("float", "drop", "chips", "layout", "tokens", "token-layout", "debt")
        return {
            place: cents for place, cents in money.items() if cents and place.split(":")[0] in kept
        }

    @staticmethod
    def _undo(money: dict[str, int], paid: Paid) -> None:
        """Undo a settlement: the product does so at a rebuilding, the reference at its end."""
        chips, tokens = f"chips:{paid.player}", f"tokens:{paid.player}"
        money[chips] = money.get(chips, 0) + paid.chips_taken - paid.pay
        money["float"] = money.get("float", 0) - paid.chips_taken + paid.pay
        money[tokens] = money.get(tokens, 0) + paid.tokens_taken


SEVERAL = {
    "Withdrew",
    "LimitsChanged",
    "WrongDeal",
    "Reduced",
    "CardsReplaced",
    "Shuffled",
    "CuttingCardSeen",
    "CardTurned",
    "Joined",
    "Returned",
    "SchemeChanged",
}
"""Facts that may begin a move of several facts."""
AT_AREA = 3
"""Players who share an area where a supervisor permits it (7-Up 5.5)."""
PREPARE = Move("prepare", {"card": "2C"})


def play(setting: Setting, moves: list[Move]) -> tuple[Difference | None, int]:
    """Make moves at a fresh pair of tables; return the first difference and how many were made."""
    both = SideBySide(setting)
    found = both.difference
    for number, each in enumerate(moves):
        if found is not None:
            return found, number
        found = both.put(each)
    return found, len(moves)
