"""Observation of facts functions: which properties of the cards a function reads."""
