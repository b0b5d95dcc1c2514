"""7-Up Baccarat, The Star Sydney: the whole document."""
