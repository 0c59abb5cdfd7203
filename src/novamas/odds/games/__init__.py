"""Fast odds methods, one module or package per game, for games that are too slow for the general walk."""
