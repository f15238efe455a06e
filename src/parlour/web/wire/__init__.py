"""What travels between a client and the server: messages, frames, connections, limits, headers."""
