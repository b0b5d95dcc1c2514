"""Desk of a tournament: its state, its stream, and the commands before play."""
