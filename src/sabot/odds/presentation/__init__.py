"""Presentation of odds: pay sheets, pictures, plain data, and the effect of removed cards."""
