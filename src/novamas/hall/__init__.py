"""Tables in play, each a book of the store whose entries are all that ever happened; and people."""
