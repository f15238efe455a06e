"""What clients reach: the commands over HTTP and the WebSocket of each table."""
