"""Streams of commands and events: declarations, deciding, bounds, secrecy, ledger, live states."""
