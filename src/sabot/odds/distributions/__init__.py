"""Distributions of results: several wagers in one coup, and one wager over many coups."""
