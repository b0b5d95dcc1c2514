"""Promotions over HTTP: the desk, the players' tickets, the draw for everybody."""
