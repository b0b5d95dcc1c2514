"""Promotional prizes, Three Card Baccarat, The Star Sydney, 17 August 2016: section 15."""

from sabot.rulebooks.star.promotions import prizes_of_2016

PROMOTIONS = prizes_of_2016(section=15, first=2)
