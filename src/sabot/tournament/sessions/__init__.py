"""Sessions: called, seated by a draw, played at tables, counted, and announced."""
