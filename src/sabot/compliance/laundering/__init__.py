"""Screening of a day for signs of money laundering: what moved, and what is suspicious about it."""
