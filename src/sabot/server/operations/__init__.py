"""Operations: metrics, health and logs for the people who run the server."""
