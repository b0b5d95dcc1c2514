"""Random tournaments by random people: commands that fit and commands that do not, and what must
hold after each of them. The books here are naive: they add up what was said, and ask no one."""

import random
from collections import Counter
from datetime import timedelta
from fractions import Fraction
from typing import Any

from sabot.core.money import CASH, TOURNAMENT
from sabot.engine.ledger import is_balanced
from sabot.engine.streams import Rejection
from sabot.tournament.desk.next import next_step
from sabot.tournament.desk.state import Contest, held
from support.contests import MINI, SMALL, START, Desk, final, player, session

NAMES = ("ann", "bob", "cy", "di", "ed", "flo", "gus", "hal", "ivy", "jo")
TABLES = ("T1", "T2", "T3", "T4")
CLOSED = ("paid", "cancelled")


class Chaos:
    """A tournament, played by chance."""

    def __init__(self, game: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.desk = Desk(game)
        self.game = game
        self.fees = Fraction()
        self.refused = self.done = 0
        self.through: Counter[tuple[int, str]] = Counter()
        said: dict[str, Any] = {}
        if self.chance.random() < 0.5:
            said["level_prizes"] = self.chance.choice(["divide", "more rounds"])
        if self.chance.random() < 0.3:
            said |= {"second_chance": "a repechage", "buy_back": "once", "buy_back_when": "soon"}
        self.desk.opened(**said)
        self.said = said

    def run(self, steps: int) -> None:
        for _ in range(steps):
            if self.desk.contest.phase in CLOSED:
                break
            self.step()
            check(self.desk.contest)
        assert self.desk.replayed() == self.desk.contest

    def step(self) -> None:
        desk, chance = self.desk, self.chance
        desk.now += timedelta(minutes=chance.choice([0, 1, 30]))
        if chance.random() < 0.25:
            self.meddle()
            return
        step = next_step(desk.contest)
        if desk.contest.phase == "open for entries" and chance.random() < 0.85:
            self.enter()
        elif step is None:
            self.do("pay-owed", desk.cage, method="cash", reference="R")
        else:
            getattr(self, step.do.replace("-", "_"), self.plain)(step.do)

    def do(self, do: str, who: dict[str, str], **fields: Any) -> bool:
        before = self.desk.contest
        answer = self.desk.do(do, **who, **fields)
        if isinstance(answer, Rejection):
            assert self.desk.contest is before
            assert answer.message and answer.message[-1] in ".)"
            self.refused += 1
            return False
        self.done += 1
        for event in answer:
            for names in getattr(event, "through", {}).values():
                self.through.update((event.session, name) for name in names)  # type: ignore[attr-defined]
        assert not [each for each, n in self.through.items() if n > 1], "through by two ways"
        return True

    def who(self) -> dict[str, str]:
        desk = self.desk
        heads = (desk.head, {**desk.head, "actor": "tom"})
        anybody = player(self.chance.choice(NAMES))
        return self.chance.choice(
            [desk.operator, desk.other, desk.cage, desk.cage2, *heads, anybody]
        )

    # What fits

    def plain(self, do: str) -> None:
        self.do(do, self.desk.head)

    def enter(self) -> None:
        name = self.chance.choice(NAMES)
        said = {"method": "cash", "reference": "R", "form": "F", "copy": "shown"}
        self.do("enter-tournament", self.desk.cage, player=name, **said)

    def set_schedule(self, do: str) -> None:
        game, chance = self.game, self.chance
        legs = [session(game, seats=chance.randint(2, 4))]
        if self.said.get("second_chance"):
            legs.append(session(game, 3, stage="repechage", seats=4))
        legs.append(final(game))
        back = {"buy_backs": 1, "buy_back_fee": "50", "buy_back_before": len(legs)}
        more = back if self.said.get("buy_back") else {}
        self.do(do, self.desk.head, sessions=legs, **more)

    def close_entry(self, do: str) -> None:
        if self.chance.random() < 0.3 or len(self.desk.contest.alive) > 7:
            self.plain(do)
        else:
            self.enter()

    def call_session(self, do: str) -> None:
        most = self.chance.randint(1, 4)
        self.do(do, self.desk.head, tables=self.chance.sample(TABLES, most))

    def start_session(self, do: str) -> None:
        sitting = self.desk.contest.sitting
        assert sitting is not None
        if self.do(do, self.desk.head):
            for table in sitting.seats:
                self.do("hear-start", self.desk.operator, table=table, number=sitting.number)

    def count_heat(self, do: str) -> None:
        sitting = self.desk.contest.sitting
        assert sitting is not None
        waiting = [each for each in sitting.seats if each not in sitting.counted]
        table = self.chance.choice(waiting)
        number = {"table": table, "number": sitting.number}
        if table not in sitting.begun:
            self.do("hear-start", self.desk.operator, **number)
            return
        players = list(sitting.seats[table].values())
        self.chance.shuffle(players)
        fates = {name: self.chance.choice(["in", "in", "in", "out", "gone"]) for name in players}
        standing = {n: 100 * self.chance.randint(1, 3) for n in players if fates[n] == "in"}
        out = [self.gone(name) for name in players if fates[name] == "out"]
        gone = {name: "15.5.7" for name in players if fates[name] == "gone"}
        for name in gone:
            self.do("hear-disqualified", self.desk.operator, **number, player=name, breach="15.5.7")
        returned, issued = sum(standing.values()) + sum(e["residual"] for e in out), 100_000
        sheet = {"standing": standing, "out": out, "disqualified": gone, "issued": issued,
                 "returned": returned, "won": returned - issued}  # fmt: skip
        self.do("hear-count", self.desk.operator, **number, sheet=sheet)

    def gone(self, name: str) -> dict[str, Any]:
        said = {"name": name, "coup": self.chance.randint(1, 2), "residual": 0}
        taken = self.chance.choice([None, self.chance.randint(1, 3)])
        return {**said, "wager": 100 * self.chance.randint(1, 2), "collected": taken}

    def place_level(self, do: str) -> None:
        orders = self.desk.contest.orders
        key = self.chance.choice(list(orders))
        for level in orders[key]:
            if len(level.names) > 1 and not level.plays_off:
                names = self.chance.sample(level.names, len(level.names))
                self.do(do, self.desk.head, order=key, names=names, reason="seen")
                return
        self.do("announce-session", self.desk.head)

    def award_prizes(self, do: str) -> None:
        if not self.desk.contest.places:
            self.by_two("cancel-tournament", self.desk.operator, self.desk.other, reason="nobody")
        else:
            self.by_two(do, self.desk.operator, self.desk.other)

    def give_notice(self, do: str) -> None:
        number = self.desk.contest.notices.count
        self.do(do, self.desk.operator, number=number, channel="e-mail")

    def pay_owed(self, do: str) -> None:
        self.by_two(do, self.desk.cage, self.desk.cage2, method="cash", reference="R")

    def decide_dispute(self, do: str) -> None:
        number = next(e.number for e in self.desk.contest.disputes.cases.values() if not e.decision)
        who = self.desk.head if self.game != MINI else self.desk.operator
        self.do(do, who, number=number, decision="so", reason="seen")

    def by_two(self, do: str, one: dict[str, str], other: dict[str, str], **fields: Any) -> None:
        if self.do(do, one, **fields):
            number = self.desk.contest.statements.count
            self.do("confirm-statement", other, number=number, reason="seen")

    # What may not

    def meddle(self) -> None:
        name, chance = self.chance.choice(NAMES), self.chance
        paid = {"player": name, "method": "cash", "reference": "R"}
        told: list[tuple[str, dict[str, Any]]] = [
            ("withdraw-entry", {"player": name}),
            ("strike-off", {"player": name, "reason": "advice", "ground": "advice"}),
            ("reinstate-entrant", {"player": name, "reason": "a greeting"}),
            ("note-absence", {"table": "T1", "box": chance.randint(1, 3)}),
            ("buy-back", paid),
            ("pay-buy-in", paid),
            ("list-reserve", {"player": name}),
            ("offer-seat", {"player": name, "table": "T1", "box": chance.randint(1, 3)}),
            ("seat-reserve", {**paid, "copy": "shown"}),
            ("seat-substitute", {"player": name, "table": "T1", "box": 1, "reason": "ill"}),
            ("raise-dispute", {"player": name, "about": "it"}),
            ("refuse-entry", {"player": name, "reason": "no"}),
            ("approve-refund", {"player": name, "reason": "ill"}),
            ("move-start", {"session": 1, "starts": START + timedelta(hours=9), "reason": "late"}),
            ("call-off-session", {"reason": "a fire"}),
            ("add-value", {"amount": "100"}),
            ("confirm-statement", {"number": chance.randint(1, 3), "reason": "seen"}),
            ("announce-session", {}),
            ("seal-draw", {}),
            ("open-draw", {}),
            ("call-play-off", {}),
            ("award-prizes", {}),
            ("start-tournament", {}),
            ("publish-conditions", {"conditions": SMALL[self.game]}),
            ("cancel-tournament", {"reason": "rain"}),
        ]
        do, fields = chance.choice(told)
        self.do(do, self.who(), **fields)


def check(contest: Contest) -> None:
    """Check the invariants."""
    assert is_balanced(contest.balances)
    for key, amount in contest.balances.items():
        assert amount > 0 or key in (f"{CASH}@world", f"{CASH}@chips bought"), (key, amount)
        assert not key.startswith(TOURNAMENT)
    if contest.phase not in ("awarded", "paid", "cancelled"):
        assert contest.pool == contest.fees + contest.added
        assert contest.fees == sum(each.fee for each in contest.entries.values())
    else:
        assert held(contest.balances, "pool") == 0
    sitting = contest.sitting
    if sitting is not None and sitting.seats:
        seated = [name for boxes in sitting.seats.values() for name in boxes.values()]
        assert len(set(seated)) == len(seated) and sorted(seated) == sorted(sitting.players)
    placed = [n for levels in contest.orders.values() for level in levels for n in level.names]
    assert len(set(placed)) == len(placed)
    assert len({each.number for each in contest.entries.values() if each.status == "in"}) == len(
        contest.alive
    )
