"""Dealers: one class for each way of dealing, and the choice among them."""
