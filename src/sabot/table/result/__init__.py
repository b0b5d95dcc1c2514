"""The result of a coup: settlement, void coups, and the end of every stake."""
