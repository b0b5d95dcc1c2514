"""An evening at a table of a floor with a store, whose whole log an audit reads."""

from typing import Any

from sabot.audit.audit import Audit
from sabot.engine.streams import Event, Rejection
from sabot.floor import Floor
from sabot.shoe.randomness import Seeded
from sabot.store import open_store
from sabot.table import TABLE
from support.evening import START, Evening


class LiveEvening(Evening):
    """An evening whose commands are sent to a floor in memory."""

    def __init__(self, rulebook: str, **options: Any) -> None:
        self.now = START
        self.floor = Floor(open_store("sqlite://"), lambda: self.now, Seeded(1))
        super().__init__(rulebook, **options)

    def ask(self, do: str, *, actor: str = "dana", role: str = "dealer", **fields: Any) -> Any:
        """Send the command; return its events or the rejection."""
        answer = self.floor.do("1", self.read(do, actor, role, **fields))
        if answer.rejected is not None:
            return answer.rejected
        return [TABLE.read_event(event) for event in answer.events or ()]

    def says(self, do: str, **fields: Any) -> list[Event]:
        """Send a command that is accepted."""
        decided = self.ask(do, **fields)
        assert not isinstance(decided, Rejection), decided
        self.table = self.floor.table("1")
        self.log += [(event, self.now) for event in decided]
        return list(decided)

    def findings(self) -> list[str]:
        """Return what an audit of the whole log finds."""
        audit = Audit()
        lines = [stored.line + b"\n" for stored in self.floor.store.read_all()]
        found = [*(each for line in lines for each in audit.take(line)), *audit.end()]
        return [str(each) for each in found]
