"""Foundations that know no game: cards, money, refusals, names, clock, languages, revisions."""
