"""Any command that there is, with fields that make sense by their names and others that do not."""

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import msgspec
from msgspec import inspect

from sabot import RULEBOOKS
from sabot.accounts import ACCOUNT
from sabot.engine.streams import Command
from sabot.rules.irregularities.situations import SITUATIONS
from sabot.rules.roles import ROLES
from sabot.table import TABLE, Table
from support.evening import START

KINDS: tuple[type[Command], ...] = (*TABLE.commands, *ACCOUNT.commands)
PLAYERS = ("Ada", "Ben", "Cleo", "Dai")
STAFF = ("dealer", "casino supervisor", "casino operator", "cashier")
AMOUNTS = ("10", "25", "100", "0.50", "5000", "0", "-5", "1e3", "")
OWN = {"id", "actor", "role", "at", "expect", "stream", "via", "under", "plays_as", "record"}
WORDS: dict[str, tuple[str, ...]] = {
    "what": ("both hands", "burn", "riffle", "nominate", "standing"),
    "hand": ("player", "banker", "box 1", "dealer"),
    "side": ("player", "banker"),
    "decision": ("draw", "stand", "upheld"),
    "kind": ("minimum", "limits", "close", "variant", "deposit", "loss"),
    "situation": tuple(each.name for each in SITUATIONS),
    "card": ("AS", "9H", "card of Ada", "1Z"),
    "back": ("red", "blue"),
    "method": ("A", "B", "up", "down", "cash"),
    "rulebook": tuple(RULEBOOKS),
    "scheme": ("commission", "even-money", "non-commission"),
    "channel": ("phone", "mail"),
    "cause": ("disturbance", "fraud"),
    "feed": ("virtual", "typed"),
    "table": ("1", "2"),
    "period": ("day", "week"),
    "zone": ("Australia/Sydney",),
}
PEOPLE = {"player", "cutter", "asked_by", "to", "by_player", "declined", "agreed", "nominees",
          "consent", "told", "designated_by"}  # fmt: skip
MONEY = {"amount", "minimum", "maximum", "chips", "counted", "declared", "lost", "chip", "unit"}


class Chaos:
    """Makes commands up. The same seed makes up the same commands."""

    def __init__(self, seed: int | str, names: Sequence[str] = PLAYERS) -> None:
        self._mind = random.Random(seed)
        self.names = names

    def command(self, kind: type[Command], table: Table | None = None) -> dict[str, Any]:
        """A command of that kind without its id, as JSON."""
        mind = self._mind
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        fields = {
            field.encode_name: self._value(field.name, field.type, table)
            for field in info.fields
            if field.name not in OWN and (field.required or mind.random() < 0.5)
        }
        role = mind.choice(STAFF) if mind.random() < 0.8 else mind.choice(ROLES)
        actor = fields.get("player") if role == "player" else None
        made = {"do": info.tag, "actor": actor or f"some {role}", "role": role, **fields}
        if kind in ACCOUNT.commands and "player" not in made:
            made["stream"] = f"player:{mind.choice(self.names)}"
        return made

    def _value(self, name: str, kind: Any, table: Table | None) -> Any:
        mind = self._mind
        match kind:
            case inspect.Metadata():
                return self._value(name, kind.type, table)
            case inspect.UnionType():
                return self._value(name, mind.choice(kind.types), table)
            case inspect.BoolType():
                return mind.random() < 0.5
            case inspect.IntType():
                return mind.choice((0, 1, 1, 2, 3, 52, 100, 104, -1))
            case inspect.StrType():
                return self._text(name, table)
            case inspect.DateTimeType():
                return (START + timedelta(minutes=mind.randint(0, 60))).isoformat()
            case inspect.DateType():
                return START.date().isoformat()
            case inspect.VarTupleType():
                count = mind.randint(0, 4)
                return [self._value(name, kind.item_type, table) for _ in range(count)]
            case inspect.DictType():
                key = self._value(name, kind.key_type, table)
                return (
                    {key: self._value(name, kind.value_type, table)} if mind.random() < 0.5 else {}
                )
            case inspect.StructType():
                return self._struct(kind, table)
        return None

    def _struct(self, kind: inspect.StructType, table: Table | None) -> dict[str, Any]:
        made = {
            field.encode_name: self._value(field.name, field.type, table)
            for field in kind.fields
            if field.name not in OWN and (field.required or self._mind.random() < 0.3)
        }
        return made if kind.tag is None else {"id": "inner", "actor": "x", "role": "dealer", **made}

    def _text(self, name: str, table: Table | None) -> str:
        mind = self._mind
        if name in PEOPLE:
            people: list[str] = [*(table.patrons if table else ()), *self.names]
            return mind.choice(people)
        if name in MONEY:
            return mind.choice(AMOUNTS)
        if name in ("on", "wager", "side_bets", "wagers"):
            usual = ("player", "banker")
            return mind.choice(table.opened.wagers if table and table.setup else usual)
        return mind.choice(WORDS.get(name, ("because", "Ada", "1")))


def encoded(command: dict[str, Any], id_: str, **more: Any) -> bytes:
    """The line that a client sends."""
    return msgspec.json.encode({"id": id_, **command, **more})
