"""The demo: five tables and their robots."""
