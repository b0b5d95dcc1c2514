"""Lucky Draw Baccarat, The Star Sydney: the whole document."""
