"""The names of the pools, as commands and addresses write them."""

POOLS = ("lototrot", "promotrot")
