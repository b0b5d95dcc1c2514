"""Colluders at a tournament or a promotion: heads, managers, supervisors, cashiers, dealers,
scrutineers and friends try every act that could change who wins, and confirm one another.

A witness derives from the facts of the log alone who should win: the chips that coups left each
entrant, and the order that a sealed secret and a verified round of drand give. A player who should
have won and did not has to be named by an act that a second person confirmed (or the entrant did,
or the record shows), that players see and that stands on the exceptions report.
"""

import hashlib
import json
import random
from collections import Counter
from datetime import timedelta
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from sabot.compliance.exceptions.report import ExceptionsReport
from sabot.core.refusal import Refusal
from sabot.parts.draw import order_of
from sabot.rules.roles import CASHIER, CASINO_SUPERVISOR, DEALER, PLAYER, SCRUTINEER
from sabot.server.promotions.views import view_of
from sabot.store import Store
from sabot.table.heat.putting_out import GROUNDS as AT_TABLE
from sabot.tournament.desk.next import next_step
from sabot.tournament.desk.seen import seen_by
from sabot.tournament.entries.withdrawal import GROUNDS
from support.bent import CUP, OPERATOR, PLAYERS, Bent
from support.promotion_checks import prize
from support.promotion_house import CLOSES, DAY, DRAWN, MAX, MIRA, OLGA, Casino, form

Json = dict[str, Any]
OUT = frozenset({"struck-off", "entry-withdrawn", "entry-refused", "seat-taken-over",
                 "entrant-disqualified", "entrant-eliminated"})  # fmt: skip
"""Events that put an entrant out."""
BY_RECORD = frozenset({"entrant-eliminated"})
"""Those that follow from an entrant's chips in the log."""


class Act(NamedTuple):
    """An event that put an entrant out, as the log has it."""

    stream: str
    seq: int
    what: str
    player: str
    by: str
    confirmed: bool
    ground: str


class Bending:
    """Counts of a search: commands accepted and refused; and the winners changed unseen."""

    def __init__(self) -> None:
        self.accepted: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.found: list[str] = []
        self.finished = False


def reported(store: Store) -> set[tuple[str, int]]:
    """Return the events that stand on the exceptions report, as stream and number of the row."""
    report = ExceptionsReport()
    rows = [row for line in store.read_all() for row in report.take(line.line)]
    return {(row.stream, row.seq) for row in (*rows, *report.rest())}


# At a tournament


class BentTournament(Bending):
    """A tournament of eight at two tables, of a game that has them."""

    def __init__(self, rng: random.Random, game: str) -> None:
        super().__init__()
        self.rng = rng
        self.bent = Bent(game).started()
        head = (self.bent.head["actor"], self.bent.head["role"])
        self.crew = [head, head, head, ("olga", OPERATOR), ("olga", OPERATOR),
                     ("mo", "gaming manager"), ("max", "duty manager"),
                     ("sue", CASINO_SUPERVISOR), ("dan", DEALER), ("cass", CASHIER),
                     ("kurt", CASHIER), ("ann", PLAYER)]  # fmt: skip

    def play(self) -> None:
        """Play to the end, with attempts before each step; stop where the robots are at a loss."""
        bent, rng = self.bent, self.rng
        try:
            while bent.contest.phase == "running":
                for _ in range(rng.randint(0, 8)):
                    self.attempt()
                step = next_step(bent.contest)
                if step is None:
                    break
                self.step(step.do)
            self.finished = bent.contest.phase != "running"
        except (Refusal, AssertionError, KeyError, IndexError, ValueError):
            self.finished = False  # honest robots do not know what to do after such an act
        self.judge()

    def step(self, do: str) -> None:
        """Do one step; the tables of a session one coup after another, with attempts between."""
        bent = self.bent
        if do != "count-heat":
            bent.robots.go_on(do, bent.tables)
            return
        sitting = bent.contest.sitting
        for table in sitting.seats:
            if table in sitting.counted:
                continue
            for _ in range(self.rng.randint(0, 5)):
                self.attempt()
            if self.rng.random() < 0.5:
                self.ask(table, "call-turn", ("dan", DEALER), {})
            bent.robots.play_out(table)
            for _ in range(self.rng.randint(0, 5)):
                self.attempt()
            bent.robots.count(table)
            bent.robots.leave(table)

    def attempt(self) -> None:
        rng, bent = self.rng, self.bent
        where = rng.choice([CUP, CUP, *bent.tables])
        do, fields = self.at_desk() if where == CUP else self.at_table(where)
        self.ask(where, do, rng.choice(self.crew), fields)

    def ask(self, where: str, do: str, who: tuple[str, str], fields: Json) -> None:
        answer = self.bent.ask(where, do, *who, more=fields)
        if isinstance(answer, str):
            self.refused[do] += 1
            return
        self.accepted[do] += 1
        if answer and answer[0]["what"] == "statement-made/1" and self.rng.random() < 0.7:
            more = {"number": answer[0]["number"], "reason": "seen"}
            for other in self.rng.sample(self.crew, 4):
                if not isinstance(
                    self.bent.ask(where, "confirm-statement", *other, more=more), str
                ):
                    self.accepted["confirm-statement"] += 1
                    break

    def at_desk(self) -> tuple[str, Json]:
        rng, contest = self.rng, self.bent.contest
        who, why = rng.choice(PLAYERS), {"reason": "so it pleases"}
        count = contest.statements.count
        seat = {"table": rng.choice(self.bent.tables), "box": rng.randint(1, 5)}
        orders = list(contest.orders) or ["cup-1"]
        choices: list[tuple[str, Json]] = [
            *[("confirm-statement", {"number": rng.randint(1, max(1, count)), **why})] * 6,
            ("refuse-statement", {"number": max(1, count), **why}),
            *[("strike-off", {"player": who, "ground": rng.choice(GROUNDS), **why})] * 2,
            ("reinstate-entrant", {"player": who, **why}),
            *[("withdraw-entry", {"player": who})] * 2,
            ("refuse-entry", {"player": who, **why}),
            ("note-absence", seat),
            ("seat-substitute", {**seat, "player": "zed", **why}),
            ("seat-reserve", {**seat, "player": "zed", **why}),
            ("offer-seat", {**seat, **why}),
            ("call-off-session", why),
            ("seal-draw", {"beacon": ""}),
            ("call-session", {"tables": self.bent.tables, "fixed": {who: {**seat, **why}}}),
            ("place-level", {"order": rng.choice(orders), "names": rng.sample(PLAYERS, 2), **why}),
            ("announce-session", {}),
            ("award-prizes", {}),
            ("pay-owed", {"method": "cheque", "reference": "c", "players": [who]}),
            ("give-notice", {"number": rng.randint(1, 12), "channel": "by letter"}),
            ("hear-disqualified", {**seat, "number": 1, "player": who, "breach": "x"}),
        ]
        return rng.choice(choices)  # fmt: skip

    def at_table(self, name: str) -> tuple[str, Json]:
        rng, table = self.rng, self.bent.floor.table(name)
        in_it = list(table.heat.entrants) if table.heat is not None else [*PLAYERS]
        who, why = rng.choice(in_it), {"reason": "so it pleases"}
        count = table.statements.count
        counts = {each: f"{rng.randint(0, 20) * 100}.00" for each in in_it}
        choices: list[tuple[str, Json]] = [
            *[("confirm-statement", {"number": rng.randint(1, max(1, count)), **why})] * 6,
            *[("disqualify-entrant", {"player": who, "grounds": rng.choice(AT_TABLE), **why})] * 3,
            ("restore-entrant", {"player": who, **why}),
            *[("note-away", {"player": who})] * 2,
            ("note-back", {"player": who}),
            ("deduct-absence", {"player": who}),
            ("count-heat", {"counts": counts}),
            ("count-chips", {"counts": counts}),
            ("finish-early", {"agreed": in_it}),
            ("decide-difference", {"player": who, "stands": False, **why}),
            ("raise-dispute", {"player": who, "about": "the count"}),
            ("decide-dispute", {"number": 1, "decision": "it stands", **why}),
            ("replace-entrant", {"box": 1, "player": "zed"}),
            ("set-pace", {"seconds": 5}),
            ("ask-wager", {"player": who}),
            ("call-turn", {}),
        ]
        return rng.choice(choices)  # fmt: skip

    # The witness

    def judge(self) -> None:
        """Compare who goes on, and who is placed, with the chips that the log's moves give."""
        store = self.bent.floor.store
        lines = [json.loads(bytes(each.line)) for each in store.read_all()]
        chips: Counter[tuple[str, str]] = Counter()
        counted: dict[str, dict[str, int]] = {}
        acts = list(outs(lines))
        shown = reported(store)
        for line in lines:
            what = line["what"].partition("/")[0]
            if what == "heat-counted":
                table = line["stream"].removeprefix("table:")
                counted[table] = {
                    name: amount
                    for (at, name), amount in chips.items()
                    if at == table and name not in ("float", "layout", "world")
                }
                said = {each["name"]: each["chips"] for each in line["standing"]}
                for name, amount in said.items():
                    if counted[table].get(name, 0) != amount:
                        self.found.append(f"{table} counts {amount} for {name}")
            if what == "heat-seated":  # a session that was called off is over
                at = line["stream"].removeprefix("table:")
                chips = Counter({key: n for key, n in chips.items() if key[0] != at})
            if line["stream"].startswith("table:"):
                at = line["stream"].removeprefix("table:")
                for move in line.get("moves", ()):
                    if move.get("currency") == "tournament chips":
                        chips[at, move["source"].removeprefix("player/")] -= move["amount"]
                        chips[at, move["target"].removeprefix("player/")] += move["amount"]
            if what == "session-called" and line["session"] == 1 and line["stage"] != "play-off":
                for name in {*PLAYERS} - {*line["players"]}:
                    self._told(name, acts, shown, "the first session")
            if what == "session-announced":
                through = {name for names in line["through"].values() for name in names}
                self._fair(counted, through, acts, shown, f"session {line['session']}")
                counted = {}
            if what == "places-announced":
                places = [name for names in line["places"] for name in names]
                self._placed(counted, places, acts, shown)

    def _fair(
        self, counted: dict[str, dict[str, int]], through: set[str], acts: list[Act],
        shown: set[tuple[str, int]], where: str,
    ) -> None:  # fmt: skip
        """No entrant with more chips than one who goes on from the same table stays behind."""
        for table, standing in counted.items():
            least = min((standing[each] for each in through if each in standing), default=None)
            for name, amount in standing.items():
                if least is not None and name not in through and amount > least:
                    self._told(name, acts, shown, f"{where} at {table}")

    def _placed(
        self, counted: dict[str, dict[str, int]], places: list[str], acts: list[Act],
        shown: set[tuple[str, int]],
    ) -> None:  # fmt: skip
        standing = {name: n for each in counted.values() for name, n in each.items()}
        in_final = [name for name in places if name in standing]
        for one, two in pairwise(in_final):
            if standing[two] > standing[one]:
                self.found.append(f"{one} is placed before {two}")
        if in_final:
            last = min(standing[each] for each in in_final)
            for name, amount in standing.items():
                if name not in places and amount > last:
                    self._told(name, acts, shown, "the final")

    def _told(self, name: str, acts: list[Act], shown: set[tuple[str, int]], where: str) -> None:
        """An entrant who should be there is named by an act that all can see."""
        own = [act for act in acts if act.player == name]
        if not own:
            self.found.append(f"{name} is missing from {where}, and no act says why")
            return
        act = own[-1]
        if act.what in BY_RECORD or act.by == name:
            return
        if not act.confirmed and act.ground != "no wager":
            self.found.append(f"{act.what} of {name} by {act.by} without a second person")
        stream = CUP if act.stream == CUP else act.stream
        if not any(s == stream and n <= act.seq for s, n in shown):
            self.found.append(f"{act.what} of {name} is not on the exceptions report")
        line = next(each for each in self.bent.floor.store.read(act.stream)
                    if json.loads(bytes(each.line))["seq"] == act.seq)  # fmt: skip
        if act.stream == CUP:
            seen = json.loads(seen_by("player", "flo", line.line))
            if seen.get("player") != name:
                self.found.append(f"players do not see the {act.what} of {name}")


def outs(lines: list[Json]) -> list[Act]:
    """Return the acts by which entrants went out, in the order of the log."""
    found: list[Act] = []
    confirmed: dict[str, str] = {}
    for line in lines:
        what, stream = line["what"].partition("/")[0], line["stream"]
        if what == "statement-confirmed":
            confirmed[stream] = line["id"]
        if what in OUT:
            player = line.get("replaced") or line.get("gone") or line["player"]
            by_two = confirmed.get(stream) == line["id"]
            found.append(Act(stream, line["seq"], what, player, line["by"], by_two,
                             line.get("ground", "")))  # fmt: skip
    return found


# At a promotion


@cache
def own_beacon(secret: int = 20_261_224, number: int = 77) -> tuple[str, str]:
    """Return the public key of a beacon of our own, and its signature of a round."""
    from py_ecc.bls.hash_to_curve import hash_to_G2
    from py_ecc.bls.point_compression import compress_G1, compress_G2
    from py_ecc.optimized_bls12_381 import G1, multiply

    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    cipher = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"
    point = hash_to_G2(message, cipher, hashlib.sha256)
    one, two = compress_G2(multiply(point, secret))
    return f"{compress_G1(multiply(G1, secret)):096x}", f"{one:096x}{two:096x}"


class BentPromotion(Bending):
    """A promotion with two prizes, one of which needs a scrutineer; all staff collude."""

    def __init__(self, rng: random.Random, key: str, signature: str) -> None:
        super().__init__()
        self.rng, self.signature = rng, signature
        self.casino = Casino()
        self.casino.hire()
        self.casino.hire("nils", SCRUTINEER, "Nils Berg")
        things = [prize(value="42000.00"), prize(value="500.00")]
        terms = form(["star-lucky-draw"], things, claim_days=7)
        self.casino.open(terms, source="drand", beacon="", drand_round=77, drand_key=key)
        self.casino.enter(rng.randint(2, 8))
        self.crew = [*(MAX, OLGA) * 5, ("dora", DEALER), ("sue", CASINO_SUPERVISOR),
                     ("cass", CASHIER), MIRA, ("nils", SCRUTINEER)]  # fmt: skip

    def play(self, steps: int = 60) -> None:
        for _ in range(steps):
            if self.rng.random() < 0.25:
                self.casino.now += self.rng.choice((timedelta(hours=5), 2 * DAY, 8 * DAY))
            if self.rng.random() < 0.2 and self.casino.standing().draw.listed:
                self.casino.now = max(self.casino.now, DRAWN)
            do, fields = self.next() if self.rng.random() < 0.3 else self.command()
            who = self.rng.choice(self.crew)
            if do == "state-scrutiny" and self.rng.random() < 0.8:
                who = self.rng.choice((MIRA, ("nils", SCRUTINEER)))
            answer = self.casino.do(do, who, **fields)
            (self.accepted if answer.rejected is None else self.refused)[do] += 1
            if answer.events and b"statement-made" in bytes(answer.events[0]):
                self.second(who)
        self.finished = self.casino.standing().phase in ("drawn", "cancelled")
        self.judge()

    def next(self) -> tuple[str, Json]:
        """Return what an honest desk would do next."""
        standing = self.casino.standing()
        if not standing.draw.listed:
            self.casino.now = max(self.casino.now, CLOSES)
            return "close-list", {}
        self.casino.now = max(self.casino.now, DRAWN)
        if standing.scrutiny is None:
            return "state-scrutiny", {"saw": "all in order"}
        return "open-order", {"signature": self.signature}

    def second(self, first: tuple[str, str]) -> None:
        """Have a second person of the gang confirm what was stated, more often than not."""
        if self.rng.random() < 0.3:
            return
        number = self.casino.standing().statements.count
        said: Json = {"number": number, "reason": "seen"}
        for who in (OLGA, MAX, ("cass", CASHIER)):
            if who != first and self.casino.do("confirm-statement", who, **said).rejected is None:
                self.accepted["confirm-statement"] += 1
                return

    def command(self) -> tuple[str, Json]:
        rng, standing = self.rng, self.casino.standing()
        count, one = standing.statements.count, rng.randint(1, 2)
        number = {"number": rng.choice((count, count, rng.randint(1, max(1, count))))}
        friend = {"person": "A Friend", "address": f"{rng.randint(1, 3)} Low Street"}
        why = {"reason": "so it pleases"}
        wrong = self.signature[:-1] + rng.choice("0123456789abcdef")
        entrant = f"E{rng.randint(1, 9)}"
        choices: list[tuple[str, Json]] = [
            *[("confirm-statement", {**number, **why})] * 6,
            ("refuse-statement", {**number, **why}),
            ("enter-by-form", {**friend, "form": f"X {rng.randint(1, 4)}"}),
            *[("close-list", {})] * 2,
            *[("state-scrutiny", {"saw": "all in order", "sound": rng.random() < 0.8})] * 2,
            ("name-scrutineer", {"person": rng.choice(("nils", "dora", "mira")), **why}),
            *[("open-order", {"signature": self.signature})] * 3,
            ("open-order", {"value": "5e" * 32, "signature": self.signature}),
            ("open-order", {"value": "5e" * 32}),
            ("open-order", {"signature": wrong[:-2]}),
            ("commit-draw", {"source": "drum", "scrutineer": "me", "known_from": str(DRAWN)}),
            ("tell-winner", {"prize": one, "way": "telephone", "reached": rng.random() < 0.5}),
            *[
                (
                    "pass-over",
                    {
                        "prize": one,
                        "condition": "eligible",
                        "evidence": "a letter",
                        "cause": rng.choice(("unclaimed", "ineligible", "declined", "absent")),
                        **why,
                    },
                )
            ]
            * 3,
            ("claim-prize", {"prize": one, "entrant": entrant}),
            ("claim-prize", {"prize": one, **friend}),
            ("refuse-claim", {"number": rng.randint(1, 3), **why}),
            ("hand-over", {"prize": one, "reference": "signed"}),
            *[
                (
                    "lose-integrity",
                    {
                        "decision": rng.choice(("postpone", "cancel the draw")),
                        "prizes": "kept",
                        **why,
                    },
                )
            ]
            * (rng.random() < 0.15),
            ("validate-integrity", {"validated_by": "Ms Kay", "how": "counted"}),
            ("publish-results", {"where": "on the web"}),
        ]
        return rng.choice(choices)  # fmt: skip

    # The witness

    def judge(self) -> None:
        """Derive the order from entries, secret and signature; compare who has each prize."""
        casino, standing = self.casino, self.casino.standing()
        lines = [json.loads(bytes(each.line)) for each in casino.store.read("promotion:p")]
        shown = {seq for stream, seq in reported(casino.store) if stream == "promotion:p"}
        value = hashlib.sha256(bytes.fromhex(self.signature)).hexdigest()
        listed: list[str] = []
        winners: dict[int, int] = {}
        order: tuple[int, ...] = ()
        witnessed, confirmed, passed = False, "", list[tuple[int, int]]()
        for line in lines:
            what = line["what"].partition("/")[0]
            if what == "statement-confirmed":
                confirmed = line["id"] if line["stated_by"] != line["confirmed_by"] else ""
                row = line["seq"]
            if what == "entry-received":
                for ticket in line["tickets"]:
                    listed += [ticket["entrant"]] * ticket.get("times", 1)
                if line["seq"] not in shown and row not in shown:
                    self.found.append(f"a keyed form is not on the report: {line['seq']}")
            if what == "scrutiny-stated":
                witnessed = line["sound"] and line["person"] in ("mira", "nils")
            if what == "order-opened":
                order = order_of(line["secret"], listed, value)
                winners = dict(enumerate(order[:2], 1))
                if line["id"] != confirmed or not witnessed:
                    self.found.append("opened by one person, or before the scrutineer's word")
            if what == "winner-passed-over":
                if line["id"] != confirmed:
                    self.found.append("passed over by one person")
                if not {row, row - 1, line["seq"]} & shown:
                    self.found.append(f"a pass-over is not on the report: {line['seq']}")
                if winners.get(line["prize"]) != line["passed"]:
                    self.found.append("another ticket than the winner's was passed over")
                passed.append((line["prize"], line["passed"]))
                drawn = [order.index(each) for each in winners.values() if each]
                rest = order[max(drawn) + 1 :] if drawn else ()
                if line["ticket"] and (not rest or rest[0] != line["ticket"]):
                    self.found.append("the next of the order did not follow")
                winners[line["prize"]] = line["ticket"]
            cancelled = what == "integrity-lost" and line["decision"] != "postpone"
            if cancelled and standing.draw.listed and line["id"] != confirmed:
                self.found.append("cancelled by one person")
        has = {number: each.ticket for number, each in standing.awards.items()
               if each.done != "left without a winner"}  # fmt: skip
        if has != {number: each for number, each in winners.items() if each}:
            self.found.append(f"{has} have the prizes, and not {winners}")
        public = [(each.prize, each.ticket) for each in view_of(standing).passed]
        if public != passed:
            self.found.append("the public does not see each ticket that was passed over")
