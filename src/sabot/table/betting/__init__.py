"""Wagers: placed, taken back, held against each other."""
