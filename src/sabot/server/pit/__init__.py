"""The pit: figures of tables and players, and what is done at many tables at once."""
