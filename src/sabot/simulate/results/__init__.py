"""Results of simulated coups: counts, totals, rows and sheets."""
