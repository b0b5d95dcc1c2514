"""Promotions: terms held to every document that they touch, and draws that anyone can check."""
