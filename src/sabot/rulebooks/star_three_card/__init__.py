"""Three Card Baccarat, The Star Sydney: the whole document."""
