"""Strategies for playing hands: one module for each game or family, found by its name.

The module is called `SLUG` or has the name of the family. Its `steady` is a simple rule, its `expert` the
best play by the odds.
"""
