"""A promotion at a running server, as far as a test wants it."""

from datetime import timedelta
from typing import Any

import httpx

from sabot.rules.roles import DUTY_MANAGER, GAMING_MANAGER
from server.harness import House
from support.promotion_house import BEACON, form

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
LATER = {"starts": 2 * DAY, "closes": 4 * DAY, "drawn": 4 * DAY + HOUR}
"""From when it is handed in."""


class Desk:
    """Give commands to one promotion, as any person; times are those of the house's clock."""

    def __init__(self, house: House, name: str = "lantern", **changes: Any) -> None:
        self.house = house
        self.name = name
        self.began = house.clock().replace(microsecond=0)
        self.when = {key: self.began + later for key, later in LATER.items()}
        self.form = form(
            ["star-baccarat"],
            changes.pop("prizes", None),
            changes.pop("earns", [{"on": "wager"}, {"on": "form", "most_a_day": 1}]),
            {"starts": self.when["starts"]},
            **{"entries_close": self.when["closes"], "when": self.when["drawn"], **changes},
        )
        self._count = 0

    def submit(self, who: str = GAMING_MANAGER) -> httpx.Response:
        body = {"id": f"{self.name} new", "name": self.name, "form": self.form}
        return self.house.ask(who, "POST", "/api/promotions", body)

    def do(self, do: str, who: str = GAMING_MANAGER, **fields: Any) -> httpx.Response:
        self._count += 1
        body = {"id": f"{self.name} {id(self)} {self._count}", "do": do, **fields}
        return self.house.ask(who, "POST", f"/api/promotions/{self.name}/commands", body)

    def done(self, do: str, who: str = GAMING_MANAGER, **fields: Any) -> None:
        answer = self.do(do, who, **fields)
        assert answer.status_code == 200, (do, answer.text)

    def see(self, who: str = "", part: str = "") -> Any:
        return self.house.ask(who, "GET", f"/api/promotions/{self.name}{part}").json()

    def confirm(self, who: str = DUTY_MANAGER) -> httpx.Response:
        stream = f"promotion:{self.name}"
        number = max(each["number"] for each in self.house.pending(who) if each["stream"] == stream)
        return self.house.decide(who, stream, number)

    def until(self, moment: str) -> None:
        left = self.when[moment] - self.house.clock()
        self.house.clock.advance(seconds=max(0, left.total_seconds()) + 1)

    def open(self) -> None:
        """Handed in, made known, bound and opened, and its start has come."""
        assert self.submit().status_code == 200
        self.done("give-notice", number=1, channel="e-mail")
        self.done("record-publicity", key="marketing", text="posters")
        self.done("record-publicity", key="available", text="at the desk")
        self.commit()
        self.done("open-promotion")
        self.until("starts")

    def commit(self) -> None:
        known = self.when["drawn"].isoformat()
        self.done("commit-draw", source="beacon", beacon=BEACON, known_from=known)

    def draw(self) -> None:
        """Closed and drawn, by two."""
        self.until("closes")
        self.done("close-list")
        self.until("drawn")
        self.done("open-order", value="5e1c")
        assert self.confirm().status_code == 200
