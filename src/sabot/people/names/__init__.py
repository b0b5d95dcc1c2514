"""Names of people, by which they sign in and under which they are shown."""
