"""A heat on the real floor: a virtual table, a store, forms in the vault, the house's own hand."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from sabot.core.refusal import Refusal
from sabot.floor import Floor
from sabot.floor.kinds import KINDS, TABLES
from sabot.store import open_store
from sabot.table import Table
from support.accounts import funded
from support.evening import SIGN, START, Json
from support.heat_evening import HOUSE, plan

OPENED = tuple(replace(kind) if kind is TABLES else kind for kind in KINDS)
vars(OPENED[KINDS.index(TABLES)])["own"] = ()
"""The kinds as the tournament's unit of work has them: it gives the house's own commands."""


class HeatFloor:
    """A virtual table with a heat of three, on a store in a file."""

    def __init__(self, path: Path, game: str = "star-baccarat", **fields: Any) -> None:
        self.store = open_store(f"sqlite:///{path / 'heat.db'}")
        self.house = Floor(self.store, clock=lambda: START, kinds=OPENED)
        self.count = 0
        sue = {"actor": "sue", "role": "casino supervisor"}
        opening = {"rulebook": game, "sign": SIGN, "overlay": "tournament", "chip": "1"}
        self.ok("open-table", **sue, **opening)
        self.ok("open-float", **sue, amount="100000")
        self.ok("check-cards", **sue, dealer="dana")
        self.ok("shuffle")
        self.ok("cut-cards", depth=self.table.stack.cards // 2, from_back=52)
        self.ok("burn-cards")
        self.ok("seat-heat", **HOUSE, plan=plan(**{"undisclosed": 2, **fields}))
        for name in ("ann", "bea", "cy"):
            funded(self.house, name, "0", f"card of {name}")
            self.by(name, "join-table", card=f"card of {name}")
        self.ok("start-heat", actor="tina", role="tournament manager")

    @property
    def table(self) -> Table:
        return self.house.table("1")

    def ask(self, do: str, *, actor: str = "dana", role: str = "dealer", **fields: Any) -> Any:
        self.count += 1
        asked = {"id": f"c{self.count}", "do": do, "actor": actor, "role": role, **fields}
        return self.house.do("1", self.house.read(msgspec.json.encode(asked)))

    def ok(self, do: str, **fields: Any) -> list[Json]:
        answer = self.ask(do, **fields)
        assert answer.rejected is None, answer
        return [msgspec.json.decode(line) for line in answer.events or ()]

    def code(self, do: str, **fields: Any) -> str:
        """Why nothing happens."""
        try:
            answer = self.ask(do, **fields)
        except Refusal as refused:
            return refused.code
        assert answer.rejected is not None, answer
        return str(answer.rejected.code)

    def by(self, player: str, do: str, **fields: Any) -> list[Json]:
        return self.ok(do, actor=player, role="player", player=player, **fields)

    def log(self) -> bytes:
        return b"\n".join(bytes(each.line) for each in self.store.read_all(0))
