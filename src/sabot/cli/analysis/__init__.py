"""Commands of the analyst: odds, counts, simulations, reports and drills."""
