"""Odds and simulations over HTTP."""
