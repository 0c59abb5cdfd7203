"""The server of the house: catalogue, people, tables and pools over HTTP and WebSocket."""
