"""Contents of a store, by name: all that a route, a report or a page can be asked about."""

from dataclasses import dataclass, field
from typing import Any

from sabot.compliance.reports import REPORTS
from sabot.engine.kind import Kind
from sabot.engine.live import read_line
from sabot.floor.kinds import ACCOUNTS, PERSONS, PROMOTIONS, TABLES, TOURNAMENTS
from sabot.rulebooks import RULEBOOKS
from sabot.store import Store

Parameters = dict[str, str]
"""Values for the braces of a path, and for its query."""
SUBJECTS = {"table": "tables", "player": "players", "tournament": "cups",
            "promotion": "promotions"}  # fmt: skip


@dataclass
class World:
    """The names of all streams of a store, and numbers within them."""

    tables: list[str] = field(default_factory=list)
    """Streams with something in the vault first: unseen cards, sealed forms."""
    players: list[str] = field(default_factory=list)
    cups: list[str] = field(default_factory=list)
    promotions: list[str] = field(default_factory=list)
    persons: list[str] = field(default_factory=list)
    streams: list[str] = field(default_factory=list)
    first_shoe: dict[str, int] = field(default_factory=dict)
    """The event at which a table's first cards were shuffled."""
    played: list[str] = field(default_factory=list)
    """Tables at which a coup has ended."""
    day: str = ""
    """The day of the newest event at a table."""

    @classmethod
    def of(cls, store: Store) -> "World":
        world = cls(streams=store.streams())
        kinds: dict[Kind[Any], list[str]] = {
            TABLES: world.tables,
            ACCOUNTS: world.players,
            TOURNAMENTS: world.cups,
            PROMOTIONS: world.promotions,
            PERSONS: world.persons,
        }
        for stream in world.streams:
            for kind, names in kinds.items():
                if kind.has(stream):
                    names.append(kind.name(stream))
        sealed = {stream for stream, _ in store.pages("vault", ("stream",), "name")}
        world.tables.sort(key=lambda name: TABLES.stream(name) not in sealed)
        for name in world.tables:
            for stored in store.read(TABLES.stream(name)):
                line = read_line(stored.line)
                world.day = max(world.day, line.at.date().isoformat())
                if line.what.startswith("cards-shuffled/"):
                    world.first_shoe.setdefault(name, stored.seq)
                if line.what.startswith("coup-ended/") and name not in world.played:
                    world.played.append(name)
        return world

    def subjects(self, of: str) -> list[str]:
        """Return the subjects of a report: none, or those of its kind."""
        names: list[str] = getattr(self, SUBJECTS[of.rstrip("?")]) if of else []
        return ["", *names[:1]] if not of or of.endswith("?") else names


def parameters(world: World) -> dict[str, list[Parameters]]:
    """For the path of each GET route what it is asked with. One line for a new route; a path that
    is missing here fails the tour by name."""
    tables = [{"id": each} for each in world.tables]
    of_tables = [{"table": each} for each in world.tables]
    played = [{"id": each, "number": "1"} for each in world.played]
    shoes = [{"table": each, "seq": str(seq)} for each, seq in world.first_shoe.items()]
    cups = [{"id": each} for each in world.cups]
    promotions = [{"id": each} for each in world.promotions]
    books = [{"id": each} for each in RULEBOOKS]
    rulebooks = [{"rulebook": each} for each in RULEBOOKS]
    one_book = rulebooks[:1]
    nothing: list[Parameters] = [{}]
    found: dict[str, list[Parameters]] = {
        "/api/session/sign-ins": nothing,
        "/api/session": nothing,
        "/api/commands": nothing,
        "/api/door": nothing,
        "/api/tables": nothing,
        "/api/tables/{id}": tables,
        "/api/tables/{id}/events": [{**each, "limit": "500"} for each in tables],
        "/api/tables/{id}/coups": tables,
        "/api/tables/{id}/coups/{number}": played,
        "/api/tables/{id}/coups/{number}/shoe": played,
        "/api/tables/{id}/peek": tables,
        "/api/tables/{id}/forms": tables,
        "/api/pit": nothing,
        "/api/ratings": nothing,
        "/api/ratings/{player}": [{"player": each} for each in world.players],
        "/api/tables/{id}/people": tables,
        "/api/people/found": [{"like": "a"}],
        "/api/account": nothing,
        "/api/account/play": nothing,
        "/api/alerts": nothing,
        "/api/players/{id}": [{"id": each} for each in world.players],
        "/api/tournaments": [{}, {"past": "true"}],
        "/api/tournaments/{id}": cups,
        "/api/tournaments/{id}/conditions": cups,
        "/api/tournaments/{id}/events": [{**each, "limit": "500"} for each in cups],
        "/api/tournaments/{id}/file": cups,
        "/api/tournaments/{id}/board": cups,
        "/api/tournaments/{id}/duties": cups,
        "/api/tournaments/{id}/exceptions": cups,
        "/api/tournaments/{id}/templates": cups,
        "/api/tournaments/{id}/entrants": cups,
        "/api/tournaments/{id}/report": cups,
        "/api/tournaments/{id}/receipts": cups,
        "/api/cage": nothing,
        "/api/players/{id}/identity": [{"id": each} for each in world.players],
        "/api/cage/receipts/{number}": [{"number": "1"}],
        "/api/policy": nothing,
        "/api/policy/files/{id}": [{"id": "nsw"}],
        "/api/statements": nothing,
        "/api/rulebooks/{id}/irregularities": books,
        "/api/rulebooks/{id}/opening": books,
        "/api/tables/{id}/choices": tables,
        "/api/tables/{id}/video": tables,
        "/api/rulebooks": nothing,
        "/api/rulebooks/{id}": books,
        "/api/rulebooks/{id}/book.html": [{"id": "canberra-mini"}],
        "/api/rulebooks/{id}/book.json": [{"id": "canberra-mini"}],
        "/api/rulebooks/{id}/book.xml": [{"id": "canberra-mini"}],
        "/api/rulebooks/{id}/clauses": books[:1],
        "/api/rulebooks/{id}/clauses/{clause}": [{"id": "star-baccarat", "clause": "5.1"}],
        "/api/rulebooks/{id}/howto": books[:1],
        "/api/notices": [{}, {"given": "true"}],
        "/api/log/kinds": nothing,
        "/api/log/streams": nothing,
        "/api/log": [{"stream": each, "limit": "500"} for each in ("", *world.streams)],
        "/api/log/tail": nothing,
        "/api/log/search": [{"player": each} for each in ("alma", "walter")],
        "/api/checkpoints": nothing,
        "/api/checkpoints/verify": nothing,
        "/api/audit/{table}": of_tables[:1],
        "/api/proof/{table}": [{"table": each, "coup": "1"} for each in world.played[:1]],
        "/api/shoes/{table}": of_tables,
        "/api/shoes/{table}/{seq}": shoes,
        "/api/export/log.jsonl": nothing,
        "/api/export/{table}/events.jsonl": of_tables[:3],
        "/api/export/{table}/events.csv": of_tables,
        "/api/export/{table}/settlements.csv": of_tables,
        "/api/export/{table}/coups.csv": of_tables,
        "/api/cases": nothing,
        "/api/exceptions": nothing,
        "/api/exceptions/luck": nothing,
        "/api/witness/{casino}": [{"casino": "elsewhere"}],
        "/api/duties": [{"show": each} for each in ("today", "week", "late", "open", "done")],
        "/api/duties/count": nothing,
        "/api/duties/calendar": nothing,
        "/api/promotions": nothing,
        "/api/promotions/form": nothing,
        "/api/promotions/{id}": promotions,
        "/api/promotions/{id}/draw": promotions,
        "/api/promotions/{id}/mine": promotions,
        "/api/promotions/{id}/desk": promotions,
        "/api/promotions/{id}/people/{reference}": [
            {**each, "reference": "entrant-E2"} for each in promotions
        ],
        "/api/reports": nothing,
        "/api/reports/{report}": [
            {"report": name, **({"of": of} if of else {})}
            for name, each in REPORTS.items() for of in world.subjects(each.of)
        ],
        "/api/statement": nothing,
        "/api/paytables/{rulebook}": rulebooks,
        "/api/odds/{rulebook}": one_book,
        "/api/odds/{rulebook}/sheet.csv": one_book,
        "/api/odds/{rulebook}/sheet.md": one_book,
        "/api/odds/{rulebook}/sheet.html": one_book,
        "/api/odds/{rulebook}/sheet.svg": one_book,
        "/api/strategy/{rulebook}": [{"rulebook": "star-lucky-draw"}],
        "/api/nights/{rulebook}": [{"rulebook": "star-baccarat", "wager": "player"}],
        "/api/removal/{rulebook}": one_book,
        "/api/school/{rulebook}": one_book,
        "/api/school/{rulebook}/question": one_book,
        "/api/people": nothing,
        "/api/people/log": nothing,
        "/api/people/called": [{"names": "alma,dora"}],
        "/api/session/tokens": nothing,
        "/api/people/{name}/tokens": [{"name": each} for each in world.persons],
        "/healthz": nothing,
        "/readyz": nothing,
        "/metrics": nothing,
        "/api/openapi.json": nothing,
    }  # fmt: skip
    return found


PAPER = ("/api/odds", "/api/strategy", "/api/nights", "/api/removal", "/api/school",
         "/api/paytables", "/api/rulebooks", "/api/openapi", "/api/door")  # fmt: skip
"""Routes that say nothing of what is in the store: asked once at the end of the tour."""
