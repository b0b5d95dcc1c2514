"""A random promotion: everybody tries every command at any time, and a witness holds the draw to
what it was bound to."""

import json
import random
from datetime import timedelta
from typing import Any

from promotions.by_description import complaint
from sabot.engine.live import read_line
from sabot.parts.draw import SECRET
from sabot.promotions.drawing import written
from sabot.promotions.running.draw.public_file import published_of
from sabot.rules.roles import ADMINISTRATOR, PLAYER, ROLES
from support.promotion_checks import prize
from support.promotion_house import CLOSES, DAY, DRAWN, STARTS, Casino, form

GAMES = ("star-baccarat", "star-seven-up", "star-three-card", "star-lucky-draw")
PEOPLE = ("ann", "bob", "cleo", "dan", "eve", "finn")
STAFF = [(f"{role} {n}", role) for role in (*ROLES, ADMINISTRATOR) for n in (1, 2)]
TWO = frozenset({"order-opened", "winner-passed-over", "prize-handed-over", "integrity-validated"})
Fields = dict[str, Any]


class RandomPromotion:
    """A promotion of one to four games, from its terms to its prizes."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.casino = Casino(STARTS - 100 * DAY)
        self.casino.account(*PEOPLE[:3])
        self.casino.now = STARTS - 3 * DAY
        games = rng.sample(GAMES, rng.randint(1, 4))
        self.prizes = rng.randint(1, 4)
        things = [prize(value=rng.choice(("80", "100.01", "9000")), money_instead="cheque")]
        self.casino.open(
            form(games, things * self.prizes, [{"on": "form", "most_a_day": 2}],
                 attendance=rng.random() < 0.5)
        )  # fmt: skip
        self.digest = self.casino.standing().draw.digest
        for player in PEOPLE[:3]:
            self.casino.ok("enter-by-form", (player, PLAYER), player=player)
        self.casino.enter(rng.randint(0, 4))
        self.order: tuple[int, ...] = ()
        self.excluded: set[str] = set()
        self.handed: set[int] = set()
        self.accepted = self.refused = 0
        secret = self.casino.store.unseal("promotion:p", SECRET)
        assert secret is not None
        self.secret = secret

    def play(self, steps: int = 120) -> None:
        for _ in range(steps):
            self.step()
        self.end()

    # What is tried

    def step(self) -> None:
        rng, casino = self.rng, self.casino
        if rng.random() < 0.3:
            self.wait()
        who = rng.choice([*STAFF, *(("max", "gaming manager"), ("olga", "duty manager")) * 12,
                          *((name, PLAYER) for name in PEOPLE)])  # fmt: skip
        if rng.random() < 0.05 and len(self.excluded) < 2:
            self.exclude(rng.choice(PEOPLE[:3]))
            return
        do, fields = self.command(who)
        before = casino.store.last_position()
        answer = casino.do(do, who, **fields)
        if answer.rejected is not None:
            assert answer.rejected.message.endswith("."), answer.rejected
            assert casino.store.last_position() == before
            self.refused += 1
        else:
            self.accepted += 1
            self.witness([read_line(bytes(each)).what for each in answer.events or ()], do)

    def wait(self) -> None:
        """Pass some hours, or until the list or the draw is due; now and then closing is late."""
        rng, casino = self.rng, self.casino
        closed = bool(casino.standing().draw.listed) or rng.random() < 0.005
        hours = casino.now + timedelta(hours=rng.randint(0, 30))
        due = DRAWN if closed else CLOSES
        casino.now = max(casino.now, min(rng.choice((hours, hours, hours, due)), due))

    def exclude(self, player: str) -> None:
        sue = ("sue", "casino supervisor")
        if player not in self.excluded:
            self.casino.ok("exclude-player", sue, stream=f"player:{player}", reason="harm")
            self.excluded.add(player)

    def command(self, who: tuple[str, str]) -> tuple[str, Fields]:
        rng = self.rng
        count = self.casino.standing().statements.count
        number = rng.choice((count, count, rng.randint(1, max(1, count))))
        one = rng.randint(1, self.prizes + 1)
        person = {"person": rng.choice(PEOPLE[3:]), "address": "1 High Street"}
        value = rng.choice(("5e1c", "5e1d", "", "a\nb"))
        choices: list[tuple[str, Fields]] = [
            ("enter-by-form", {"player": who[0] if who[1] == PLAYER else rng.choice(PEOPLE)}),
            ("enter-by-form", person),
            ("commit-draw", {"source": "drum", "scrutineer": "me", "known_from": str(DRAWN)}),
            *[("close-list", Fields())] * 3,
            *[("confirm-statement", {"number": number, "reason": "seen"})] * 4,
            *[("open-order", {"value": "5e1c"})] * 2,
            ("open-order", {"value": value}),
            ("open-order", {"value": "5e1c", "secret": "0" * 64}),
            ("open-order", {"value": "5e1c", "barred": {"E1": "x"}}),
            ("refuse-statement", {"number": number, "reason": "no"}),
            ("pass-over", {"prize": one, "cause": rng.choice(("declined", "absent", "x")),
                           "reason": "so"}),
            ("tell-winner", {"prize": one, "way": "telephone", "reached": True}),
            ("claim-prize", {"prize": one, "entrant": f"E{rng.randint(1, 6)}"}),
            ("claim-prize", {"prize": one, "player": who[0]}),
            ("claim-prize", {"prize": one, **person}),
            ("refuse-claim", {"number": rng.randint(1, 5), "reason": "no", **person}),
            ("hand-over", {"prize": one, "reference": "r"}),
            ("hand-over", {"prize": one, "reference": "r", "instead": True,
                           "parts": {"cheque": rng.choice(("80", "9000", "1"))}}),
            ("lose-integrity", {"decision": rng.choice(("postpone", "draw anyway", "", "no")),
                                "reason": "x"}),
            *[("validate-integrity", {"validated_by": "ida", "how": "counted"})] * 3,
            ("publish-results", {"where": "here"}),
        ]  # fmt: skip
        return rng.choice(choices)

    # What has to be so

    def witness(self, what: list[str], do: str) -> None:
        standing = self.casino.standing()
        names = {each.partition("/")[0] for each in what}
        assert standing.draw.digest == self.digest, "bound once"
        assert not names & TWO or do == "confirm-statement", "never by one person"
        if self.order:
            assert standing.draw.order == self.order, "drawn once"
        elif standing.draw.order:
            self.order = standing.draw.order
            self.check_winners()
        for number, award in standing.awards.items():
            if award.done == "handed over":
                self.handed.add(number)
            assert number not in self.handed or award.done == "handed over", "handed over once"

    def check_winners(self) -> None:
        """Return the first of the order who are not excluded."""
        standing = self.casino.standing()
        barred = {standing.entrants[each] for each in self.excluded if each in standing.entrants}
        fit = [n for n in self.order if standing.ticket(n).entrant not in barred][: self.prizes]
        assert [each.ticket for each in standing.awards.values()] == fit

    def end(self) -> None:
        """The log says the same again, an audit finds nothing but what was late, and the draw is
        proven by its description alone."""
        casino, standing = self.casino, self.casino.standing()
        lines = [each.line for each in casino.store.read("promotion:p")]
        if not standing.draw.order:
            assert not any(self.secret in line for line in lines), "nobody has seen the secret"
        else:
            assert complaint(json.loads(written(published_of(standing)))) == ""
        assert Casino(casino.now, casino.store).standing() == standing
        late = {"notice-late", "notice-not-given", "duty-late"}
        assert {*casino.findings()} <= late, casino.findings()
