"""Sessions of a betting plan: stakes, results, and the risk of ruin."""
