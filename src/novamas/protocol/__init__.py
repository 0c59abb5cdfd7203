"""What a house and its clients exchange: messages, requests, notices, tables."""
