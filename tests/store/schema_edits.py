"""An editor of the schema of a store's database: one random edit, and how it is undone."""

import random
from typing import NamedTuple

from store.edits import TABLES

SQLITE, POSTGRES = "sqlite", "postgresql"
STANDS = "BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'events are never changed'); END"
STAYS = (
    "BEFORE UPDATE OR DELETE OR TRUNCATE ON event FOR EACH STATEMENT EXECUTE FUNCTION event_stays()"
)
UNTIL = "CREATE INDEX IF NOT EXISTS passing_until ON passing (kind, until)"
KEEPS = "$$ BEGIN RAISE EXCEPTION 'events are never changed or deleted'; END $$"


class SchemaEdit(NamedTuple):
    """Statements; those that undo the edit may find it mended already."""

    name: str
    does: tuple[str, ...]
    undoes: tuple[str, ...]


def schema_edits(kind: str, rng: random.Random) -> list[SchemaEdit]:
    """Return an edit of every sort, each of a random table."""
    table, other, name = rng.choice(TABLES), rng.choice(TABLES), f"x{rng.randrange(10**6)}"
    moment = rng.choice(("INSERT", "UPDATE", "DELETE"))
    both = [
        SchemaEdit("added view", (f"CREATE VIEW {name} AS SELECT * FROM {table}",),
                   (f"DROP VIEW {name}",)),
        SchemaEdit("added table", (f"CREATE TABLE {name} (a integer)",), (f"DROP TABLE {name}",)),
        SchemaEdit("dropped index", ("DROP INDEX passing_until",), (UNTIL,)),
        SchemaEdit("added column", (f"ALTER TABLE {table} ADD COLUMN {name} text",),
                   (f"ALTER TABLE {table} DROP COLUMN {name}",)),
    ]  # fmt: skip
    if kind == SQLITE:
        added = f"CREATE TRIGGER {name} AFTER {moment} ON {table} BEGIN DELETE FROM {other}; END"
        stands = f"CREATE TRIGGER IF NOT EXISTS event_stands {STANDS}"
        idle = "CREATE TRIGGER event_stands BEFORE UPDATE ON event BEGIN SELECT 1; END"
        drop = "DROP TRIGGER event_stands"
        return [
            *both,
            SchemaEdit("added trigger", (added,), (f"DROP TRIGGER {name}",)),
            SchemaEdit("dropped trigger", (drop,), (stands,)),
            SchemaEdit("changed trigger", (drop, idle), (drop, stands)),
        ]
    body = f"LANGUAGE plpgsql AS $$ BEGIN DELETE FROM {other}; RETURN NULL; END $$"
    stays = f"CREATE OR REPLACE TRIGGER event_stays {STAYS}"
    return [
        *both,
        SchemaEdit("added trigger",
                   (f"CREATE FUNCTION {name}() RETURNS trigger {body}",
                    f"CREATE TRIGGER {name} AFTER {moment} ON {table} EXECUTE FUNCTION {name}()"),
                   (f"DROP FUNCTION {name}() CASCADE",)),
        SchemaEdit("dropped trigger", ("DROP TRIGGER event_stays ON event",), (stays,)),
        SchemaEdit("changed trigger", ("ALTER TABLE event DISABLE TRIGGER event_stays",),
                   ("ALTER TABLE event ENABLE TRIGGER event_stays",)),
        SchemaEdit("changed function",
                   ("CREATE OR REPLACE FUNCTION event_stays() RETURNS trigger LANGUAGE plpgsql AS"
                    " $$ BEGIN RETURN NULL; END $$",),
                   ("CREATE OR REPLACE FUNCTION event_stays() RETURNS trigger LANGUAGE plpgsql AS"
                    f" {KEEPS}",)),
        SchemaEdit("added rule", (f"CREATE RULE {name} AS ON {moment} TO {table} DO ALSO NOTHING",),
                   (f"DROP RULE {name} ON {table}",)),
        SchemaEdit("row security", (f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",),
                   (f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY",)),
    ]  # fmt: skip
