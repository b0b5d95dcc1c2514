"""Persons, their roles, and changes of their rights."""
