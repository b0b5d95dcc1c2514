"""The table as staff see it."""
