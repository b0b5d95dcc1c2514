"""What each approved document says of running a live table, one module for each."""
