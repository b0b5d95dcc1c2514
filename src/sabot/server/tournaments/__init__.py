"""Tournaments over HTTP."""
