"""Sign-in: passwords, second factors, sessions and tokens."""
