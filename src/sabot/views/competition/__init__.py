"""Heats and tournaments as each person sees them."""
