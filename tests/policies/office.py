"""A casino whose managers adopt policies, with some accounts and a clock of its own."""

import itertools
from datetime import UTC, datetime
from typing import Any

import msgspec

from sabot.engine.live import Answer
from sabot.floor import Floor
from sabot.floor.kinds import kind_of
from sabot.policies import POLICY_STREAM

GRETA = {"actor": "greta", "role": "gaming manager"}
MAREK = {"actor": "marek", "role": "duty manager"}
SUE = {"actor": "sue", "role": "casino supervisor"}
VERA = {"actor": "vera", "role": "casino supervisor"}
CASS = {"actor": "cass", "role": "cashier"}
NOON = datetime(2026, 3, 14, 1, tzinfo=UTC)
"""Noon in Sydney."""
HEAD = 'name = "here"\ntitle = "Here"\n[[edition]]\nfrom = 2026-01-01\n'


def stated(key: str, value: object, since: str = "") -> str:
    """Return one rule of a policy file; `since` begins another edition with it."""
    told = str(value).lower() if isinstance(value, bool) else value
    head = f"[[edition]]\nfrom = {since}\n" if since else ""
    return f'{head}{key} = {{ value = {told}, choice = "a test", date = 2026-01-01 }}\n'


class Office:
    """The floor, and ways to say things to its streams."""

    def __init__(self, floor: Floor, mark: str = "o") -> None:
        """`mark` begins the ids of its commands, apart from those of another server."""
        self.floor, self.now, self._mark = floor, NOON, mark
        self._ids = itertools.count(1)

    def say(self, stream: str, who: dict[str, str], do: str, /, **fields: Any) -> Answer:
        said = {"id": f"{self._mark}{next(self._ids)}", "do": do, "stream": stream, **who}
        command = {**said, "at": self.now.isoformat(), **fields}
        return self.floor.do(
            stream.partition(":")[2], self.floor.read(msgspec.json.encode(command))
        )

    def done(self, stream: str, who: dict[str, str], do: str, /, **fields: Any) -> Answer:
        """A command that has to be taken."""
        answer = self.say(stream, who, do, **fields)
        assert answer.rejected is None, (do, answer.rejected)
        return answer

    def code(self, stream: str, who: dict[str, str], do: str, /, **fields: Any) -> str:
        """Return the code of the refusal that a command gets."""
        answer = self.say(stream, who, do, **fields)
        assert answer.rejected is not None, (do, fields)
        return answer.rejected.code

    def adopt(self, *rules: str) -> None:
        """Two managers adopt a policy with these rules."""
        text = HEAD + "".join(rules)
        self.done(POLICY_STREAM, GRETA, "adopt-policy", text=text, reason="the law")
        self.confirm(POLICY_STREAM, MAREK)

    def confirm(self, stream: str, who: dict[str, str]) -> Answer:
        """Confirm what was stated last."""
        kind = kind_of(stream)
        assert kind is not None
        number = self.floor.state(kind, kind.name(stream)).statements.count
        return self.done(stream, who, "confirm-statement", number=number, reason="seen")

    def account(self, player: str, **opening: Any) -> str:
        """Open an account with a card and some money; return its stream."""
        stream = f"player:{player}"
        self.done(stream, CASS, "open-account", player=player, **opening)
        self.done(stream, CASS, "issue-player-card", card=f"card of {player}")
        paid = {"amount": "1000", "method": "cash", "reference": f"slip {player}"}
        self.done(stream, CASS, "deposit", **paid)
        return stream
