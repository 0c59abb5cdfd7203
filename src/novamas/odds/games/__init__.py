"""Fast odds methods, one module or package a game, for the games that the general walk is too slow for."""
