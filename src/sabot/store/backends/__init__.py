"""Databases behind the store: the interface, SQLite and PostgreSQL."""
