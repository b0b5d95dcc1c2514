"""Compiled dealing: plain arrays in, plain arrays out."""
