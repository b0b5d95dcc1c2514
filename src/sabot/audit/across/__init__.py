"""Checks that compare several streams of a log with one another."""
