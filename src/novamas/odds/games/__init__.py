"""Fast odds methods for games that are too slow for the general walk. Each game has its own module."""
