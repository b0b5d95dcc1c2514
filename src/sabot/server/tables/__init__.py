"""Tables, accounts and rulebooks over HTTP."""
