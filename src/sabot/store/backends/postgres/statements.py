"""SQL statements of the PostgreSQL backend."""

from typing import Final

CHANNEL: Final = "sabot"
"""Channel on which a commit is announced, as lines of `stream:seq` for the streams that moved."""
BESIDE_WRITERS: Final = "LOCK TABLE about IN ROW EXCLUSIVE MODE"
"""Every writer of events says so; it excludes only those who keep all writers waiting."""
NO_WRITERS: Final = "LOCK TABLE about IN SHARE ROW EXCLUSIVE MODE"
"""Keeps all writers waiting, but no sequencer."""
ORDERING: Final = "LOCK TABLE head IN ROW EXCLUSIVE MODE"
"""A sequencer says so; it excludes only a writer that must be alone."""
ALONE: Final = (NO_WRITERS, "LOCK TABLE head IN SHARE ROW EXCLUSIVE MODE")
"""Keeps all writers and the sequencer waiting."""
NAMESPACE: Final = "SELECT 'head'::regclass::oid::bigint"
"""Number that keeps the locks of one store from those of another in the same database."""
SESSION: Final = """
SELECT set_config('lock_timeout', '10s', false),
    set_config('idle_in_transaction_session_timeout', '5s', false),
    set_config('client_min_messages', 'warning', false),
    set_config('standard_conforming_strings', 'on', false),
    set_config('synchronous_commit', CASE current_setting('synchronous_commit')
        WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)
"""
THIS_SESSION: Final = """
SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()
"""
END_SESSION: Final = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = %s AND backend_start = %s
"""
STILL: Final = """
SET idle_in_transaction_session_timeout = 0;
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT EXISTS (SELECT FROM arrival)
"""
PASSING_OF: Final = """
SELECT kind, name, data, until FROM passing
JOIN unnest(%b::text[], %b::text[]) AS wanted(kind, name) USING (kind, name)
"""
LAY: Final = """
INSERT INTO passing VALUES (%b, %b, %b, %b)
ON CONFLICT (kind, name) DO UPDATE SET data = excluded.data, until = excluded.until
"""
LIFT: Final = "DELETE FROM passing WHERE kind = %b AND name = %b"
SWEEP: Final = """
DELETE FROM passing WHERE (kind, name) IN (
    SELECT kind, name FROM passing WHERE kind = %b AND until < %b FOR UPDATE SKIP LOCKED)
"""
"""A row that a writer is just changing is left for the next time."""
PUT_ANSWERS: Final = "INSERT INTO answer SELECT * FROM unnest(%b::bigint[], %b::bigint[])"
INSERT: Final = """
INSERT INTO event SELECT * FROM unnest(%b::text[], %b::bigint[], %b::bytea[])
"""
ARRIVE: Final = "INSERT INTO arrival (data) SELECT * FROM unnest(%b::bytea[])"
PLACE: Final = "INSERT INTO place SELECT * FROM unnest(%b::bigint[], %b::text[], %b::bigint[])"
ANNOUNCE: Final = f"SELECT pg_notify('{CHANNEL}', said) FROM unnest(%b::text[]) AS said"
STAND: Final = """
INSERT INTO head SELECT * FROM unnest(%b::text[], %b::bytea[])
ON CONFLICT (stream) DO UPDATE SET data = excluded.data
"""
SEAL: Final = """
INSERT INTO vault VALUES (%b, %b, %b) ON CONFLICT (stream, name) DO UPDATE SET data = excluded.data
"""
UNSEAL: Final = "DELETE FROM vault WHERE stream = %b AND name = %b"
KEEP: Final = """
INSERT INTO snapshot VALUES (%b, %b, %b)
"""
SUPERSEDE: Final = "DELETE FROM snapshot WHERE stream = %b AND seq >= %b"
CHECKPOINT: Final = "INSERT INTO checkpoint VALUES (%b, %b)"


def _numbered(statement: str) -> str:
    """With $1, $2 and so on, as a statement has it that the server prepares."""
    first, *rest = statement.split("%b")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))


HEADS_OF: Final = """
SELECT name, last.seq, last.line, head.data
FROM unnest(%b::text[]) AS name LEFT JOIN LATERAL (
    SELECT seq, line FROM event WHERE stream = name ORDER BY seq DESC LIMIT 1) AS last ON true
LEFT JOIN head ON head.stream = name
"""
AT_ONCE: Final = f"""
WITH answered AS ({PUT_ANSWERS}), written AS ({INSERT}), stood AS ({STAND}) {ARRIVE}
"""
"""Writes of nearly every transaction, in one statement."""
PREPARED: Final = f"""
PREPARE heads_of AS {_numbered(HEADS_OF)};
PREPARE at_once AS {_numbered(AT_ONCE)};
PREPARE hold AS SELECT pg_advisory_xact_lock(number) FROM unnest($1::bigint[]) AS number
"""
"""Every transaction says these, so a writer's session knows them by name."""
ORDER_NOW: Final = """
SELECT coalesce(last.position, 0), last.position IS NULL OR EXISTS (
    SELECT FROM event WHERE (event.stream, event.seq) = (last.stream, last.seq)),
    (SELECT data FROM head WHERE stream = ''), EXISTS (SELECT FROM arrival)
FROM (VALUES (1)) AS one LEFT JOIN (
    SELECT * FROM place ORDER BY position DESC LIMIT 1) AS last ON true
"""
"""End of the order of all events, its signed head, and whether events wait for their place."""
ARRIVALS: Final = "SELECT id, data FROM arrival ORDER BY id LIMIT %b"
PLACED: Final = """
SELECT name, (SELECT seq FROM place WHERE stream = name ORDER BY seq DESC LIMIT 1)
FROM unnest(%b::text[]) AS name
"""
SETTLED: Final = "DELETE FROM arrival WHERE id = ANY(%b::bigint[])"
