"""Tournaments of 7-Up Baccarat, The Star Sydney: section 15 of the document."""

from sabot.rulebooks.star.tournament import tournament

TOURNAMENT = tournament(("6.3", "6.4"), told="14.13")
