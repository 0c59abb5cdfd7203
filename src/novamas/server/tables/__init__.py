"""Tables in play over HTTP and WebSocket.

- decoding_errors.py: the invalid field of a message that cannot be decoded
- context.py: limits, and the state shared by all routes of tables
- routes.py, fill_routes.py, operator_routes.py: the routes
- connection.py, request_handler.py: one socket at one table, and its requests
- payloads.py: parts of replies, as sentences
- tasks.py: tasks for worker processes, such as hints
"""
