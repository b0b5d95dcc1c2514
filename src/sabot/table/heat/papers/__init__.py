"""Papers beside chips: pass cards and undisclosed wagers."""
