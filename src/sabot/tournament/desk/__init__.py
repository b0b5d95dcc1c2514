"""The desk of a tournament: its state, its stream, and what is done there before anybody plays."""
