"""What travels between a client and the server: messages, sockets, routes, limits."""
