"""What is laid or written beside chips: pass cards and undisclosed wagers."""
