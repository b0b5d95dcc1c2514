"""Random heats played at a live table, and each coup and end of them put before the naive judge."""

import random
from decimal import Decimal
from typing import Any

from sabot.audit.checks.heats import HeatsCheck
from sabot.core.cards import decks_of
from sabot.core.money import dollars
from sabot.engine.finding import Finding, Step
from sabot.engine.streams import read_line
from sabot.links.heats import sheet_of
from sabot.rules import Due
from sabot.table import TABLE, Table
from sabot.table.shoe.cards import due
from sabot.tournament import tournament_of
from sabot.tournament.ranking import cut
from sabot.tournament.sessions.open_questions import order_of
from support.evening import Json
from support.heat_evening import STAR, HeatEvening
from support.tournament_judge import judge_heat, judge_session

MINIMUM = 100
NAMES = ("ann", "bea", "cy", "dee", "eve")


class RandomHeat:
    """A heat whose players do what comes to their mind."""

    def __init__(self, game: str, rng: random.Random) -> None:
        self.game, self.rng = game, rng
        self.star = game in STAR
        self.units = rng.choice([1, 3, 5, 10])
        boxes = sorted(rng.sample(range(1, 8), rng.randint(1, 5)))
        seats = dict(zip(boxes, NAMES, strict=False))
        limits = [{"since": 1, "minimum": 10_000, "maximum": 10_000 * self.units}]
        extras: Json = {}
        if self.star:
            extras = {"pass_cards": rng.randint(0, 2), "undisclosed": rng.randint(0, 4),
                      "order": rng.random() < 0.4}  # fmt: skip
        self.evening = HeatEvening(
            game, seats=seats, limits=limits, coups=rng.randint(1, 6),
            chips=rng.choice([100, 150, 250, 500, 830, 1500]) * 100, **extras,
        )  # fmt: skip
        self.asked: dict[str, Json] = {}
        self.chips: dict[str, str] = {}
        self.gone: list[Json] = []
        self.struck: list[str] = []
        self.taken: list[str] | None = None

    def play(self) -> int:
        """All coups of it; how many the judge has seen."""
        coups = 0
        while self.evening.heat.is_on:
            if self.evening.table.stack.shuffle or self.evening.table.stack.played_out:
                self.evening.fresh_cards()
            self._coup()
            coups += 1
        self._count()
        return coups

    def _coup(self) -> None:
        evening = self.evening
        before = {name: evening.stack(name) for name in evening.heat.still_in}
        self.asked = {name: {"open": []} for name in before}
        self._all_act()
        for name, said in self.asked.items():
            if evening.entrant(name).away is not None:
                said["absent"] = True
        question = self._question(before)
        events_from = len(evening.log)
        evening.examines()
        evening.ok("no-more-bets")
        for name in [name for name, said in self.asked.items() if said.get("idle")]:
            why = {"player": name, "grounds": "no wager", "reason": "asked in vain"}
            evening.ok("disqualify-entrant", **evening.head, **why)
        if evening.heat.still_in and any(each.form for each in evening.heat.still_in.values()):
            evening.announces()
        self._deal()
        question["cards"] = [slot.card for slot in evening.table.round.slots]
        number = evening.heat.coup
        self._finish()
        judged = judge_heat(question)
        self._compare(judged, events_from)
        self._note(judged, number)

    def _question(self, before: dict[str, int]) -> Json:
        limits = {"minimum": str(MINIMUM), "maximum": str(MINIMUM * self.units)}
        players = [
            {"name": name, "chips": str(before[name]), "box": number, **_told(said)}
            for number, (name, said) in enumerate(self.asked.items(), 1)
        ]
        return {"rulebook": self.game, "chip": "1", **limits, "players": players}

    def _all_act(self) -> None:
        evening, rng = self.evening, self.rng
        if evening.heat.plan.order:
            while (name := self._on_turn()) is not None:
                self._act(name)
                acted = self.asked[name]
                if acted.get("idle") or acted.get("absent"):
                    evening.ok("call-turn")
                    if acted.get("idle") and evening.heat.turn == evening.entrant(name).box:
                        return
                else:
                    evening.does(name, "end-turn")
            return
        for name in rng.sample([*self.asked], len(self.asked)):
            self._act(name)

    def _on_turn(self) -> str | None:
        heat = self.evening.heat
        if heat.turn is None:
            return None
        name = next(n for n, each in heat.entrants.items() if each.box == heat.turn)
        seen = self.asked.get(name, {})
        return None if seen.get("idle") or seen.get("absent") else name

    def _act(self, name: str) -> None:
        evening, rng, said = self.evening, self.rng, self.asked[name]
        how = rng.random()
        others = [n for n, each in self.asked.items() if n != name and not each.get("absent")]
        if how < 0.06 and others:
            if evening.entrant(name).away is None:
                evening.ok("note-away", player=name)
            said["absent"] = True
            return
        if evening.entrant(name).away is not None:
            evening.does(name, "note-back")
        if how < 0.12 and evening.entrant(name).passes:
            evening.passes(name)
            said["pass"] = True
            return
        if how < 0.15 and self.star:
            evening.ok("ask-wager", player=name)
            said["idle"] = True
            return
        self._wagers(name, said)

    def _wagers(self, name: str, said: Json) -> None:
        evening, rng = self.evening, self.rng
        main = rng.choice(["player", "banker"])
        on = [main, "tie"] if rng.random() < 0.5 else [main] if rng.random() < 0.7 else ["tie"]
        writes = evening.entrant(name).forms > 0 and rng.random() < 0.5
        left = evening.stack(name)
        for wager in [] if writes and rng.random() < 0.4 else on:
            amount = self._amount(left)
            if amount:
                evening.bet(name, wager, str(amount))
                said["open"].append({"on": wager, "amount": str(amount)})
                left -= amount
        if writes or not said["open"]:
            if not evening.entrant(name).forms:
                evening.bet(name, main, str(MINIMUM))
                said["open"].append({"on": main, "amount": str(MINIMUM)})
                return
            written = rng.randint(1, 3 * self.units * MINIMUM // 10) * 10
            form = (
                None if rng.random() < 0.1 else rng.choice(["player", "banker", "tie"]),
                None if rng.random() < 0.1 else written,
            )
            evening.writes(name, *form)
            amount_text = None if form[1] is None else str(form[1])
            said["undisclosed"] = {"on": form[0], "amount": amount_text}

    def _amount(self, left: int) -> int:
        rng, most = self.rng, MINIMUM * self.units
        if not self.star:
            return rng.randint(MINIMUM, min(left, most)) // 20 * 20 if left >= MINIMUM else 0
        step = MINIMUM if rng.random() < 0.4 else 10
        upto = min(left, rng.choice([MINIMUM, 2 * MINIMUM, 2 * most]))
        return rng.randint(1, upto // step) * step if upto >= step else 0

    def _deal(self) -> None:
        """Any cards, as many as the coup takes."""
        evening = self.evening
        deck = [card.name for card in decks_of(1)]
        self.rng.shuffle(deck)
        evening.card(deck.pop())
        while True:
            evening.between()
            if not isinstance(due(evening.table), Due):
                return
            evening.card(deck.pop())

    def _compare(self, judged: Json, events_from: int) -> None:
        evening = self.evening
        assert "error" not in judged, judged
        for each in judged["players"]:
            entrant = evening.entrant(each["name"])
            state = "in" if entrant.out is None else entrant.out.how
            chips = evening.stack(each["name"]) if entrant.out is None else None
            if entrant.out is not None:
                chips = entrant.out.residual // 100
                assert entrant.out.clause == each["clause"], each
            assert (state, dollars((chips or 0) * 100)) == (each["state"], each["chips"]), (
                each, self.asked[each["name"]], events_from,
            )  # fmt: skip

    def _finish(self) -> None:
        """Now and then the dealer notes in which order chips were collected."""
        evening, rng = self.evening, self.rng
        evening.ok("announce-result")
        evening.ok("settle-wagers")
        bettors = sorted({laid.player for laid in evening.table.round.stakes.values()})
        self.taken = rng.sample(bettors, len(bettors)) if rng.random() < 0.7 else None
        if self.taken:
            evening.ok("note-taken", players=self.taken)
        evening.ok("clear-cards")

    def _note(self, judged: Json, number: int) -> None:
        """The judge of sessions is told only what the judge of coups says."""
        lost = [each for each in judged["players"] if each["state"] == "eliminated"]
        order = [name for name in self.taken or () if name in {each["name"] for each in lost}]
        self.chips = {e["name"]: e["chips"] for e in judged["players"] if e["state"] == "in"}
        self.struck += [e["name"] for e in judged["players"] if e["state"] == "disqualified"]
        for each in lost:
            name, counts = each["name"], [Decimal(e["counts"]) for e in each["settled"]]
            self.gone.append(
                {
                    "name": name, "coup": number, "residual": each["chips"],
                    "wager": str(sum(counts)),
                    "collected": order.index(name) + 1 if name in order else None,
                }
            )  # fmt: skip

    def _rank(self, told: Any) -> None:
        """The order that the tournament takes from the count, and who goes on."""
        evening, advance = self.evening, self.rng.randint(1, 3)
        rules = tournament_of(evening.table.book).placing
        levels = order_of(rules, sheet_of(told, evening.table))
        found = cut(levels, advance)
        standing = [{"name": name, "chips": chips} for name, chips in self.chips.items()]
        judged = judge_session(
            {
                "rulebook": self.game, "advance": advance, "in": standing, "out": self.gone,
                "disqualified": self.struck,
            }
        )  # fmt: skip
        assert [set(each.names) for each in levels] == [set(e) for e in judged["order"]], judged
        assert set(found.through) == set(judged["through"]), (found, judged)
        playing = set(judged["play_off"]["names"]) if judged["play_off"] else set[str]()
        assert set(found.contested_by) == playing, (found, judged)

    def _count(self) -> None:
        evening = self.evening
        (done,) = evening.ok("count-heat", counts=evening.counts())
        told: Any = done
        self._rank(told)
        assert told.issued + told.won == told.returned and evening.money("float") == 0
        assert evening.money("float", "tournament chips") == 10_000_000
        assert evening.replayed() == evening.table
        assert found_in(evening) == []


def _told(said: Json) -> Json:
    return {key: value for key, value in said.items() if key != "idle"}


LINE = read_line(
    b'{"stream":"table:1","seq":1,"at":"2026-03-14T20:00:00Z","by":"x","what":"x/1","id":"1"}'
)


def found_in(evening: HeatEvening) -> list[Finding]:
    """Return the findings of the audit's check of heats in an evening."""
    table, check, found = Table(name="1"), HeatsCheck(), list[Finding]()
    for event, at in evening.log:
        after = TABLE.evolve(table, event, at)
        found += check(Step(LINE, event, table, after))
        table = after
    return found
