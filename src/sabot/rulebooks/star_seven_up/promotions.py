"""Promotional prizes, 7-Up Baccarat, The Star Sydney, 17 August 2016: section 16."""

from sabot.rulebooks.star.promotions import prizes_of_2016

PROMOTIONS = prizes_of_2016(section=16, first=3)
