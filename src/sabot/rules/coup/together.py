"""Combinations of wagers that a player may hold at one table."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sabot.core.record import record
from sabot.core.refusal import Refusal
from sabot.rules.coup.layouts import Layout, check_carried


@record(frozen=True, slots=True)
class Pairing:
    """A set of main wagers that a player may hold at once, perhaps with an approval."""

    clause: str
    wagers: frozenset[str]
    approval: str | None = None


def pairing(clause: str, *wagers: str, approval: str | None = None) -> Pairing:
    return Pairing(clause, frozenset(wagers), approval)


@record(frozen=True, slots=True)
class Needs:
    """`wager` may stand only beside one of `beside`: the player's own, or anyone's at the table.

    `equal`: and for the same amount. `decision`: and only on a box that so decided.
    """

    clause: str
    wager: str
    beside: tuple[str, ...]
    anyones: bool = False
    equal: bool = False
    decision: str | None = None


@dataclass(frozen=True)
class Together:
    """A document's permitted combinations, its conditions and its layouts.

    `one_each` is the clause that allows one wager on each option and no second one.
    """

    pairings: tuple[Pairing, ...]
    one_each: str | None = None
    needs: tuple[Needs, ...] = ()
    layouts: tuple[Layout, ...] = ()

    @cached_property
    def _mains(self) -> frozenset[str]:
        """Return all main wagers that stand in the pairings."""
        return frozenset(each for p in self.pairings for each in p.wagers)

    @cached_property
    def _side_bets(self) -> frozenset[str]:
        """Return all side bets that a layout has an area for."""
        return frozenset(each for layout in self.layouts for each in layout.carries)

    def check(
        self,
        wagers: Collection[str],
        at_table: Collection[str] = (),
        approved: bool = False,
        names: Mapping[str, str] | None = None,
    ) -> Pairing | None:
        """Reject wagers that a player may not hold together in one coup.

        `at_table` are the wagers of all players, `approved`: the approval that a pairing may ask
        for has been given. `names` are the wagers' names for a refusal. Return the pairing of the
        main wagers, or None if there are none.
        """
        if self.one_each and len(set(wagers)) < len(wagers):
            raise Refusal("one-each", self.one_each, "A player places one wager on each option.")
        called = names or {}
        self._check_needs(wagers, at_table, called)
        self.check_layout(wagers, called)
        main = self._mains.intersection(wagers)
        if not main:
            return None
        found = next((p for p in self.pairings if p.wagers == main), None)
        if found is not None and (approved or not found.approval):
            return found
        listed = " and ".join(called.get(each, each) for each in sorted(main))
        if found is None:
            nearest = next((p for p in self.pairings if main < p.wagers), self.pairings[0])
            how = "alone" if len(main) == 1 else "together"
            raise Refusal(
                "not-together",
                nearest.clause,
                "No clause lets a player bet on {listed} {how}.",
                listed=listed,
                how=how,
            )
        raise Refusal(
            "needs-approval",
            found.clause,
            "Betting on {listed} together needs the approval of a {approval}.",
            listed=listed,
            approval=found.approval,
        )

    def hangs_on(self, wager: str, gone: Collection[str]) -> bool:
        """Return True for a wager that no document has on the layout once others are gone."""
        if any(need.wager == wager and set(need.beside) <= set(gone) for need in self.needs):
            return True
        held = [pairing.wagers for pairing in self.pairings if wager in pairing.wagers]
        return bool(held) and all(not each.isdisjoint(gone) for each in held)

    def _check_needs(
        self, wagers: Collection[str], at_table: Collection[str], called: Mapping[str, str]
    ) -> None:
        for need in self.needs:
            held = {*wagers, *at_table} if need.anyones else wagers
            if need.wager in wagers and not any(each in held for each in need.beside):
                one, *beside = (called.get(each, each) for each in (need.wager, *need.beside))
                code, others = "not-alone", _either(beside)
                if need.anyones:
                    message = "{one} needs a {beside} bet first."
                else:
                    message = "{one} needs your own {beside} bet first."
                raise Refusal(code, need.clause, message, one=one, beside=others)

    def check_layout(self, wagers: Collection[str], names: Mapping[str, str] | None = None) -> None:
        """Reject side bets that no single layout carries."""
        if not self._side_bets.isdisjoint(wagers):
            check_carried(self.layouts, wagers, names or {})


def _either(names: Sequence[str]) -> str:
    """Return "Player, Banker or Tie"."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
