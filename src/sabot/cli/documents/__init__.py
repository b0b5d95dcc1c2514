"""Commands that show rule documents: games, clauses, editions and duties."""
