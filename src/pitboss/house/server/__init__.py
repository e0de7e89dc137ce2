"""The API: REST and a WebSocket for each table."""
