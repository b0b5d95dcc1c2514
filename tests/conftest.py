"""Fixtures for whoever asks: one PostgreSQL server, one browser, a casino for each module."""

from store.postgres import postgres_server, postgres_url
from web.browser import browser, casino, page_as

__all__ = ["browser", "casino", "page_as", "postgres_server", "postgres_url"]
