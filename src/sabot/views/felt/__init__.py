"""The table as players and onlookers see it."""
