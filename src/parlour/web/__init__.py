"""The table server: tables for people and bots, stored in a database, played over HTTP and WebSocket."""
