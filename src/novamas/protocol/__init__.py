"""Messages, requests, notices and tables that a house and its clients exchange."""
