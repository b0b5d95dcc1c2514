"""One PostgreSQL server for all tests that ask for one."""

from store.postgres import postgres_server, postgres_url

__all__ = ["postgres_server", "postgres_url"]
