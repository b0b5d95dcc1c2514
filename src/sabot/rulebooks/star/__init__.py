"""Sections that several documents of The Star Sydney have in common, word for word."""
