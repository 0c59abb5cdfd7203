"""The names of the pools in commands and web addresses."""

POOLS = ("lototrot", "promotrot")
