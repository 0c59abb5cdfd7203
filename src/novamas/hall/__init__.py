"""Tables in play and the people at them. Each table has its own append-only book in the store."""
