"""Rules of running a live table: people, limits, equipment, provisions and duties."""
