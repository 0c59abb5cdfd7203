"""The roulette family: positions of chips, limits, colour chips."""
