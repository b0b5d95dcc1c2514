"""The tables of a store in PostgreSQL."""

from typing import Final

from sabot import __version__
from sabot.store.backends.database import RELEASE, SCHEMA_VERSION

VERSION: Final = 4
"""Version of these tables. Version 3 kept the position of an event in its row."""
POSITION_IN_ROW: Final = 3

TABLES: Final = f"""
CREATE TABLE IF NOT EXISTS about (name text PRIMARY KEY, value text NOT NULL);
INSERT INTO about VALUES ('{SCHEMA_VERSION}', '{VERSION}') ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS event (
    stream text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    line bytea NOT NULL,
    UNIQUE (stream, seq)
);
CREATE TABLE IF NOT EXISTS place (
    position bigint PRIMARY KEY,
    stream text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    UNIQUE (stream, seq)
);
CREATE TABLE IF NOT EXISTS arrival (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, data bytea NOT NULL
);
CREATE OR REPLACE FUNCTION event_stays() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'events are never changed or deleted'; END $$;
CREATE OR REPLACE TRIGGER event_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON event
    FOR EACH STATEMENT EXECUTE FUNCTION event_stays();
CREATE OR REPLACE TRIGGER place_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON place
    FOR EACH STATEMENT EXECUTE FUNCTION event_stays();
CREATE TABLE IF NOT EXISTS vault (
    stream text COLLATE "C", name text COLLATE "C", data bytea NOT NULL, PRIMARY KEY (stream, name)
);
CREATE TABLE IF NOT EXISTS snapshot (
    stream text COLLATE "C", seq bigint, data bytea NOT NULL, PRIMARY KEY (stream, seq)
);
CREATE TABLE IF NOT EXISTS checkpoint (number bigint PRIMARY KEY, line bytea NOT NULL);
CREATE TABLE IF NOT EXISTS passing (
    kind text COLLATE "C", name text COLLATE "C", data bytea NOT NULL, until bigint NOT NULL,
    PRIMARY KEY (kind, name)
);
CREATE INDEX IF NOT EXISTS passing_until ON passing (kind, until);
CREATE TABLE IF NOT EXISTS answer (number bigint PRIMARY KEY, seq bigint NOT NULL);
CREATE TABLE IF NOT EXISTS head (stream text COLLATE "C" PRIMARY KEY, data bytea NOT NULL);
"""
SIGN: Final = f"""
DELETE FROM snapshot;
INSERT INTO about VALUES ('{RELEASE}', '{__version__}')
ON CONFLICT (name) DO UPDATE SET value = excluded.value;
"""
"""Snapshots are a release's own: another one reads the log."""
MOVE_POSITIONS: Final = f"""
LOCK TABLE event IN ACCESS EXCLUSIVE MODE;
{TABLES}
INSERT INTO place SELECT position, stream, seq FROM event;
ALTER TABLE event DROP COLUMN position;
"""
"""Makes the tables of version 3 those of today. An event has no other row afterwards."""
RENUMBER: Final = f"UPDATE about SET value = '{VERSION}' WHERE name = '{SCHEMA_VERSION}'"
HAS_POSITIONS: Final = """
SELECT FROM pg_attribute
WHERE attrelid = to_regclass('event') AND attname = 'position' AND NOT attisdropped
"""
