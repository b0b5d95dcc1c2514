"""At all times a table's views keep their promises."""

from itertools import groupby
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from sabot import RULEBOOKS
from sabot.engine.streams import Rejection
from sabot.floor import Floor, read_line
from sabot.robots import RobotDealer, RobotPlayer, RobotSession
from sabot.shoe.randomness import Seeded
from sabot.store import open_store
from sabot.table import TABLE, Table
from sabot.views import Watching, next_step, wait_of
from support.machine import TableMachine, machine_of
from support.thorough import tries
from table.test_irregular_evenings import WAYS as WRONG_WAYS
from table.test_irregular_evenings import Wrong
from views.gallery import Gallery, check_hidden, told

SETTINGS = settings(
    max_examples=tries(3),
    stateful_step_count=40,
    deadline=None,
    database=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)
BEYOND = ("short-of-money", "no-rule")
"""An empty float and a payment that chips cannot make are for a supervisor."""
WAYS = [
    (book.id, source, method.name, face)
    for book in RULEBOOKS.values()
    for source in book.preparation.sources.allowed
    for method in book.conduct.methods
    for face in method.faces
]


@pytest.fixture(autouse=True, params=[(1024, 120), (6, 3)], ids=["whole", "in steps"])
def short_of_memory(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log is taken up whole, or in small steps by a display that keeps few coups."""
    stride, page = request.param
    monkeypatch.setattr("sabot.views.felt.projection.STRIDE", stride)
    monkeypatch.setattr("sabot.views.felt.display.PAGE", page)


def watched(rulebook: str) -> type[TableMachine]:
    """The machine of random commands, with everybody looking on."""

    class Watched(machine_of(rulebook)):  # type: ignore[misc]
        def check(self) -> None:
            super().check()
            if not hasattr(self, "gallery"):
                self.gallery = Gallery(self.evening)
            self.gallery.look()
            check_next(self.table, self.evening)

        def teardown(self) -> None:
            if hasattr(self, "gallery"):
                for cut in range(0, len(self.gallery.lines), 7):
                    self.gallery.check_cut(cut)

    return Watched


def check_next(table: Table, evening: Any) -> None:
    """The table takes the step that it says comes next, wherever it stands."""
    step = next_step(table)
    assert (step is None) or (wait_of(table).clause == step.clause)
    if step is None or step.do == "open-float":
        return
    fields = {**step.fields, **cards_for(table, step.do, step.card)}
    if step.do == "check-cards" and step.role:
        fields["dealer"] = "dana"
    command = evening.read(step.do, "sue", step.role or "dealer", **fields)
    decided = TABLE.decide(table, command, max(evening.now, step.earliest or evening.now))
    assert not isinstance(decided, Rejection) or decided.code in BEYOND, (step, decided)


def cards_for(table: Table, do: str, asked: str | None) -> dict[str, Any]:
    """Cards that could come, where the step asks for some."""
    if asked is None:
        return {}
    suits = iter(f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "SHDC")
    free = (card for card in suits if table.stack.seen.get(card, 0) < table.opened.decks - 2)
    if do != "expose-cards":
        return {"card": next(free)}
    step = next_step(table)
    assert step is not None
    down = [
        index
        for index, slot in enumerate(table.round.slots)
        if not slot.up and slot.hand == step.fields["hand"]
    ]
    return {"cards": [{"slot": index, "card": next(free)} for index in down]}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_views_keep_their_promises_whatever_is_sent(rulebook: str) -> None:
    run_state_machine_as_test(watched(rulebook), settings=SETTINGS)


@pytest.mark.parametrize("seed", range(tries(2)))
@pytest.mark.parametrize(("rulebook", "options"), WRONG_WAYS)
def test_views_keep_their_promises_when_much_goes_wrong(
    rulebook: str, options: dict[str, Any], seed: int
) -> None:
    wrong = Wrong(rulebook, options, seed)
    gallery = Gallery(wrong.evening)
    for _ in range(45):
        if wrong.random.random() < 0.2:
            wrong.go_wrong()
        else:
            wrong.go_on()
        gallery.look()
        check_next(wrong.evening.table, wrong.evening)
    for cut in range(0, len(gallery.lines), 3):
        gallery.check_cut(cut)


@pytest.mark.parametrize(("book", "source", "method", "face"), WAYS)
def test_no_card_is_named_before_it_is_turned_and_any_cut_resumes(
    book: str, source: str, method: str, face: str
) -> None:
    """Virtual tables, where the house knows every card."""
    with open_store("sqlite://") as store:
        floor = Floor(store, randomness=Seeded(f"{book} {source} {method} {face}"))
        dealer = RobotDealer(book, source=source, method=method, face=face)
        players = [RobotPlayer(name, n) for n, name in enumerate(("Ada", "Ben"), 1)]
        session = RobotSession(floor, "1", dealer, players)
        session.play(4)
        session.end()
        lines = list(floor.events("1"))
    table, live, to = Table(name="1"), Watching(), 0
    for _, together in groupby(lines, key=lambda line: read_line(line).id):
        command = tuple(together)
        for line in command:
            table = TABLE.evolve(table, TABLE.read_event(line), read_line(line).at)
            live.take(line, table)
            to += 1
            assert told(Watching.resume(table, lambda after: lines[after:to])) == told(live)  # noqa: B023
        check_hidden(table, live, *command)
