"""Players at the table: their places, and what they may do."""
