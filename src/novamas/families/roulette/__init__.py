"""The family of the roulettes: positions of chips, limits, colour chips."""
