"""Tickets: earned at live tables, handed in by form, closed in one list."""
