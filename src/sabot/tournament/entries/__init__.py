"""Entries: how people come into a tournament, and how they leave it."""
