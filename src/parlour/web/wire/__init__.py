"""The connection between a client and the server: messages, frames, limits, headers."""
