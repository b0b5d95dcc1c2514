"""Commands that run a casino: its server, tables, people, keys and backups."""
