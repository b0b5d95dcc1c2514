"""What the order of wagering is worth in the last coups of a session."""
