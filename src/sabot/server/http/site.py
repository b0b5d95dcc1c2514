"""The pages as data: file, permitted roles, and links in the header."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final

import msgspec

from sabot.aml import KNOWN_TO
from sabot.floor.kinds import KINDS
from sabot.people import ADMINISTRATOR
from sabot.rules.roles import CASHIER, DEALER, DUTY_MANAGER, INSPECTOR, PLAYER, SCRUTINEER
from sabot.server.http.routes import (
    EVERYONE,
    GAMING_STAFF,
    OVERSEERS,
    SIGNED_IN,
    STAFF,
    SUPERVISORS,
    WATCHERS,
)


@dataclass(frozen=True)
class Page:
    """A page of the site."""

    file: str
    who: frozenset[str]
    """Roles that may open it; the empty role has not signed in."""
    offers: frozenset[str] | None = None
    """Roles that can act on it; None: all that may open it."""
    links: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Roles whose header links to it, by the link's word; "page." and the word is the key of its
    text."""

    @property
    def name(self) -> str:
        return PurePath(self.file).stem

    @property
    def doers(self) -> frozenset[str]:
        """Return the roles that can act on it."""
        return self.who if self.offers is None else self.offers


class Link(msgspec.Struct, frozen=True):
    """A link in the header: its word and its target."""

    page: str
    href: str


def at_home_on(page: str) -> frozenset[str]:
    """Return the roles that may send a command which its declaration puts on this page alone."""
    pairs = ((kind.rules, each) for kind in KINDS for each in kind.rules.commands)
    declared = (rules.senders(each) for rules, each in pairs if rules.pages(each).names == (page,))
    return SIGNED_IN & frozenset().union(*declared)


PLAYERS: Final = frozenset({PLAYER})
PAGES: Final = {
    "/": Page("index.html", EVERYONE, links={"lobby": SIGNED_IN}),
    "/table/{id}": Page("table.html", SIGNED_IN, PLAYERS),
    "/display/{id}": Page("display.html", EVERYONE),
    "/deal/{id}": Page("deal.html", GAMING_STAFF),
    "/tournaments": Page("tournaments.html", SIGNED_IN, links={"tournaments": SIGNED_IN}),
    "/tournament/{id}": Page("tournament.html", SIGNED_IN),
    "/desk/{id}": Page(
        "desk.html", at_home_on("desk") | SUPERVISORS | WATCHERS, at_home_on("desk") | SUPERVISORS
    ),
    "/room/{id}": Page("room.html", EVERYONE),
    "/pit": Page(
        "pit.html", SUPERVISORS | WATCHERS, SUPERVISORS, links={"pit": SUPERVISORS | WATCHERS}
    ),
    "/duties": Page(
        "duties.html", SUPERVISORS | WATCHERS, links={"duties": SUPERVISORS | WATCHERS}
    ),
    "/exceptions": Page("exceptions.html", OVERSEERS, links={"exceptions": OVERSEERS - WATCHERS}),
    "/cases": Page("cases.html", SUPERVISORS | WATCHERS),
    "/promote": Page(
        "promote.html",
        SUPERVISORS | WATCHERS | {CASHIER},
        links={"promote": SUPERVISORS | WATCHERS | {CASHIER}},
    ),
    "/promotions": Page(
        "promotions.html",
        EVERYONE,
        PLAYERS | {SCRUTINEER},
        links={"promotions": PLAYERS | {SCRUTINEER}},
    ),
    "/draw/{id}": Page("draw.html", EVERYONE),
    "/reports": Page("reports.html", OVERSEERS, links={"reports": OVERSEERS}),
    "/inspect": Page("inspect.html", WATCHERS, links={"inspect": WATCHERS}),
    "/proof/{id}": Page("proof.html", WATCHERS),
    "/lab": Page("lab.html", SIGNED_IN, links={"lab": SIGNED_IN}),
    "/school": Page("school.html", STAFF, links={"school": SUPERVISORS | {DEALER}}),
    "/rules/{id}": Page("rules.html", SIGNED_IN),
    "/rules/{id}/{clause}": Page("rules.html", SIGNED_IN),
    "/history": Page("history.html", PLAYERS, links={"history": PLAYERS}),
    "/me": Page("me.html", SIGNED_IN),
    "/account": Page("account.html", PLAYERS, links={"account": PLAYERS}),
    "/cage": Page(
        "cage.html",
        SUPERVISORS | {CASHIER, INSPECTOR, ADMINISTRATOR},
        links={"cage": SUPERVISORS | {CASHIER}, "second": frozenset({INSPECTOR, ADMINISTRATOR})},
    ),
    "/policy": Page(
        "policy.html",
        SIGNED_IN,
        SUPERVISORS,
        links={"policy": SUPERVISORS | WATCHERS | {CASHIER}},
    ),
    "/alerts": Page("alerts.html", KNOWN_TO, frozenset({DUTY_MANAGER}), links={"alerts": KNOWN_TO}),
    "/people": Page(
        "people.html", frozenset({ADMINISTRATOR}), links={"people": frozenset({ADMINISTRATOR})}
    ),
}
"""Every page by its path, in the order of the header's links. Callers who may not open a page are
redirected to the lobby."""
LINKS: Final = {
    role: [
        Link(word, path)
        for path, page in PAGES.items()
        for word, roles in page.links.items()
        if role in roles
    ]
    for role in SIGNED_IN
}
"""Links in the header, by role."""
