"""A heat: one session of a tournament, at one table."""
