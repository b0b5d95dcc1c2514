"""Sign-in and people over HTTP."""
