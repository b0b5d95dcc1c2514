"""Who is at the table, where, and what they may do."""
