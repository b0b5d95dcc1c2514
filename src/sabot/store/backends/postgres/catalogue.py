"""The schema of a store in PostgreSQL, as its catalogues describe it."""

import re
from typing import Any, Final

from sabot.store.backends.postgres.tables import TABLES
from sabot.store.backends.postgres.wire import Connection
from sabot.store.trust.schema import Parts, plain

OWN: Final = "n.nspname = current_schema()"
TEMPORARY: Final = "n.oid = pg_my_temp_schema()"
QUESTIONS: Final = (
    """
SELECT CASE c.relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view' WHEN 'm' THEN 'view'
    WHEN 'S' THEN 'sequence' ELSE 'table' END, c.relname,
    concat_ws(' ', nullif(c.relkind, 'r'), CASE c.relpersistence WHEN 'u' THEN 'unlogged' END,
        CASE WHEN c.relrowsecurity OR c.relforcerowsecurity THEN 'row security' END,
        c.reloptions::text)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE {own} AND c.relkind IN ('r', 'v', 'm', 'f', 'p', 'S') AND {ours}
""",
    """
SELECT 'column', c.relname || '.' || a.attname,
    concat_ws(' ', row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum),
        format_type(a.atttypid, a.atttypmod),
        CASE WHEN a.attnotnull THEN 'not null' END, l.collname,
        pg_get_expr(d.adbin, d.adrelid), nullif(a.attidentity, ''), nullif(a.attgenerated, ''))
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_collation l ON l.oid = a.attcollation
LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE {own} AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND {ours}
""",
    """
SELECT 'constraint', c.relname || '.' || k.conname, pg_get_constraintdef(k.oid)
FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
JOIN pg_namespace n ON n.oid = c.relnamespace WHERE {own} AND {ours}
""",
    """
SELECT 'index', c.relname,
    concat_ws(' ', pg_get_indexdef(c.oid), CASE WHEN NOT i.indisvalid THEN 'invalid' END)
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
JOIN pg_namespace n ON n.oid = c.relnamespace WHERE {own} AND {ours}
""",
    """
SELECT 'trigger', t.tgname, concat_ws(' ', t.tgenabled, pg_get_triggerdef(t.oid))
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
JOIN pg_namespace n ON n.oid = c.relnamespace WHERE {own} AND NOT t.tgisinternal AND {ours}
""",
    """
SELECT 'rule', r.rulename, pg_get_ruledef(r.oid)
FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE {own} AND r.rulename <> '_RETURN' AND {ours}
""",
    """
SELECT 'policy', p.polname, c.relname
FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
JOIN pg_namespace n ON n.oid = c.relnamespace WHERE {own}
""",
    """
SELECT 'function', c.proname || '(' || pg_get_function_identity_arguments(c.oid) || ')',
    concat_ws(' ', l.lanname, format_type(c.prorettype, NULL), c.prosecdef, c.proconfig::text,
        c.prosrc)
FROM pg_proc c JOIN pg_namespace n ON n.oid = c.pronamespace
JOIN pg_language l ON l.oid = c.prolang WHERE {own} AND {ours}
""",
    """
SELECT 'table', h.inhrelid::regclass::text, 'inherits ' || c.relname
FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhparent
JOIN pg_namespace n ON n.oid = c.relnamespace WHERE {own} AND c.relkind IN ('r', 'p')
""",
)
"""Parts of all tables in a schema: what each is, its name, its definition."""
EVENT_TRIGGERS: Final = """
SELECT 'event trigger', c.evtname, c.evtevent FROM pg_event_trigger c WHERE {ours}
"""
OURS: Final = "NOT EXISTS (SELECT FROM pg_depend x WHERE x.objid = c.oid AND x.deptype = 'e')"
"""Condition that leaves out objects of extensions."""
ENABLE: Final = """
ALTER TABLE event ENABLE TRIGGER event_stays;
ALTER TABLE place ENABLE TRIGGER place_stays
"""
FUNCTION: Final = re.compile(r"FUNCTION event_stays\(\)")
Row = tuple[str, str, str]


def parts_there(connection: Connection) -> Parts:
    """Return the parts of the schema that the store is in."""
    rows = [*_asked(connection, OWN), *connection.execute(_question(EVENT_TRIGGERS)).fetchall()]
    schema = connection.execute("SELECT current_schema()").fetchall()[0][0]
    return _parts(rows, str(schema))


def parts_made(connection: Connection) -> Parts:
    """Return the schema parts that this release creates. They are created as temporary tables,
    which other sessions cannot see, and rolled back."""
    with connection.transaction(force_rollback=True):
        # Made first, so that the session has a temporary schema to put the others in.
        connection.execute("CREATE TEMPORARY TABLE sabot_probe ()")
        connection.execute("DROP TABLE sabot_probe")
        connection.execute("SET LOCAL search_path = pg_temp")
        connection.execute(FUNCTION.sub("FUNCTION pg_temp.event_stays()", TABLES).encode())
        rows = _asked(connection, TEMPORARY)
        named = connection.execute("SELECT nspname FROM pg_namespace n WHERE " + TEMPORARY)
        return _parts(rows, str(named.fetchall()[0][0]))


def mend(connection: Connection) -> None:
    """Make again what is missing, and the trigger and its function as they were."""
    with connection.transaction():
        connection.execute(TABLES.encode())
        connection.execute(ENABLE)


def _question(text: str, own: str = "") -> bytes:
    return text.format(own=own, ours=OURS).encode()


def _asked(connection: Connection, own: str) -> list[tuple[Any, ...]]:
    return [
        row for each in QUESTIONS for row in connection.execute(_question(each, own)).fetchall()
    ]


def _parts(rows: list[tuple[Any, ...]], schema: str) -> Parts:
    """Return them without the name of the schema that they are in."""
    within = re.compile(rf'(?:"?{re.escape(schema)}"?|pg_temp)\.')
    return {
        (str(part), within.sub("", str(name))): plain(within.sub("", str(text)))
        for part, name, text in rows
    }
