"""Strategies for playing hands: a module for each game or family, found by its name.

The module `SLUG`, or that of the family, has `steady`, a simple rule, and `expert`, the best play by
the odds.
"""
