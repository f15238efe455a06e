"""The table server: tables for people and bots, kept in a database, played over HTTP and WebSocket."""
