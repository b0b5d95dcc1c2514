"""Promotional prizes, Lucky Draw Baccarat, The Star Sydney, 17 August 2016: section 13.

13.7.4 to 13.7.6, 13.7.8 and 13.7.11 are counted: their numbers are lost in the document.
"""

from sabot.rulebooks.star.promotions import prizes_of_2016

PROMOTIONS = prizes_of_2016(section=13, first=2)
