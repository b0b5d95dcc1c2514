"""Random tournaments on a real floor: robots do the next steps, and meddlers interfere, at the desk
and at the tables, with commands that fit and commands that do not."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sabot.core.refusal import Refusal
from sabot.engine.ledger import is_balanced
from sabot.floor import Floor
from sabot.floor.kinds import TABLES, TOURNAMENTS
from sabot.robots.tournaments import HEAD, OPERATORS
from sabot.rules.roles import (
    CASHIER,
    CASINO_OPERATOR,
    CASINO_SUPERVISOR,
    DEALER,
    PLAYER,
    TOURNAMENT_MANAGER,
)
from sabot.table.heat.duty import waiting
from sabot.table.state import BETTING
from sabot.tournament.desk.next import next_step
from tournament.test_cups import PLAYERS, begun

ROLES = (DEALER, CASINO_SUPERVISOR, CASINO_OPERATOR, CASHIER, PLAYER, TOURNAMENT_MANAGER)
AT_DESK: tuple[tuple[str, dict[str, Any]], ...] = (
    ("open-draw", {}), ("seal-draw", {}), ("start-session", {}), ("announce-session", {}),
    ("call-play-off", {}), ("award-prizes", {}), ("pay-owed", {}), ("close-entry", {}),
    ("strike-off", {"reason": "seen"}), ("withdraw-entry", {}), ("call-session", {"tables": []}),
    ("raise-dispute", {"about": "a card"}), ("call-off-session", {"reason": "a fire"}),
    ("confirm-statement", {"number": 1, "reason": "seen"}),
)  # fmt: skip
AT_TABLE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("place-wager", {"on": "player", "amount": "100"}),
    ("place-wager", {"on": "tie", "amount": "50"}),
    ("lay-pass-card", {}), ("note-away", {}), ("note-back", {}), ("deduct-absence", {}),
    ("end-turn", {}), ("leave-table", {}), ("count-heat", {"counts": {}}), ("deal-card", {}),
    ("join-table", {"card": "card of ann"}), ("start-heat", {}),
    ("write-form", {"on": "tie", "amount": "100"}),
)  # fmt: skip


class Cups(RuleBasedStateMachine):
    """Eight players at two tables; `through` is who was announced to go on, session by session."""

    @initialize(game=st.sampled_from(["star-baccarat", "star-seven-up", "canberra-mini"]))
    def begin(self, game: str) -> None:
        self.robots, self.floor, self.tables = begun(game)

    @precondition(lambda self: next_step(self.robots.contest) is not None)
    @rule()
    def go_on(self) -> None:
        """Do the next step, as the robots do; meddlers' changes may stop them."""
        step = next_step(self.robots.contest)
        assert step is not None
        try:
            on = [self.floor.table(each).heat for each in self.tables]
            if step.do == "count-heat" and any(each and each.is_on for each in on):
                return  # the tables play, coup by coup, with whoever meddles
            if self.robots.contest.phase == "running":
                self.robots.go_on(step.do, self.tables)
            elif step.do in ("award-prizes", "pay-owed"):
                self.robots.award()
        except Refusal as refused:
            assert refused.message

    @rule(table=st.integers(0, 1), steps=st.integers(1, 12))
    def play_on(self, table: int, steps: int) -> None:
        """Play a few steps of one heat: wagers, cards, and the dealer's work."""
        robots, name = self.robots, self.tables[table]
        for _ in range(steps):
            here = self.floor.table(name)
            if here.heat is None or not here.heat.is_on:
                return
            betting = here.phase == BETTING and not here.round.called
            ready = not here.stack.shuffle and here.stack.stage == "ready"
            owing = waiting(here) if betting and ready else []
            try:
                if owing:
                    robots._wager(name, here, owing)
                elif not robots._crews[name].step():
                    return
            except Refusal as refused:
                assert refused.message[-1] in ".)"
                return

    @rule(which=st.sampled_from(AT_DESK), role=st.sampled_from(ROLES), who=st.sampled_from(PLAYERS))
    def meddle_at_the_desk(self, which: tuple[str, dict[str, Any]], role: str, who: str) -> None:
        self.meddle(TOURNAMENTS.stream("cup"), which, role, who)

    @rule(
        which=st.sampled_from(AT_TABLE), role=st.sampled_from(ROLES), who=st.sampled_from(PLAYERS),
        table=st.integers(0, 1),
    )  # fmt: skip
    def meddle_at_a_table(
        self, which: tuple[str, dict[str, Any]], role: str, who: str, table: int
    ) -> None:
        self.meddle(self.tables[table], which, role, who)

    def meddle(self, where: str, which: tuple[str, dict[str, Any]], role: str, who: str) -> None:
        do, fields = which
        some = {PLAYER: who, TOURNAMENT_MANAGER: HEAD, CASINO_OPERATOR: OPERATORS[1]}
        actor = some.get(role, f"some {role}")
        for more in ({"player": who}, {}):
            try:
                self.robots.do(where, do, actor, role, **fields, **more)
            except Refusal as refused:
                if refused.code == "bad-command":
                    continue
                assert refused.message and refused.message[-1] in ".)"
            return

    @invariant()
    def chips_are_conserved_and_nobody_sits_twice(self) -> None:
        if not hasattr(self, "floor"):
            return
        seated: list[str] = []
        for name in self.tables:
            table = self.floor.table(name)
            assert is_balanced(table.balances)
            if table.heat is not None and table.heat.over is None:
                seated += [each for each, e in table.heat.entrants.items() if e.out is None]
        assert len(set(seated)) == len(seated)
        contest = self.robots.contest
        assert is_balanced(contest.balances)
        for names in (
            contest.through.values(),
            [e.names for v in contest.orders.values() for e in v],
        ):
            told = [each for some in names for each in some]
            assert len(set(told)) == len(told), "through by two ways"

    def teardown(self) -> None:
        """Nothing but the log is needed to know it all."""
        if not hasattr(self, "floor"):
            return
        again = Floor(self.floor.store, self.robots._clock)
        assert again.state(TOURNAMENTS, "cup") == self.robots.contest
        for name in self.tables:
            assert again.state(TABLES, name) == self.floor.table(name)
