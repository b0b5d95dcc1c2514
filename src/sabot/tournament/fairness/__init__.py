"""Value of the order of wagering in the last coups of a session."""
