"""Live traffic: commands on their way in, events on their way out."""
