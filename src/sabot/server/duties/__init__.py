"""Duties and reports over HTTP."""
