"""Prizes after the draw: telling winners, passing over, claims, handing over."""
