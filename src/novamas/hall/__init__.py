"""Tables in play and the people at them. Each table is an append-only book of the store."""
