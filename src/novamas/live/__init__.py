"""Tables in play: each is a book of the store, whose entries are all that ever happened at it."""
