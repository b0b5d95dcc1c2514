"""The web server: signs people in, passes their commands to the tables, and streams events to
viewers.

The server adds no rules: tables decide as they do without one.
"""
