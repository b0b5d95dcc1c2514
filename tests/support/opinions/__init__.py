"""Second opinions on the coups of the five games, a module for each: see `support/judge.py`."""
