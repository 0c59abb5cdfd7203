"""Live tables: what is in play for several people at once, kept in the store."""
