"""Limits of a table: minimum and maximum wagers, and the signs that announce them."""
