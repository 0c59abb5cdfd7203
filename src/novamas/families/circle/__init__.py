"""Common parts of the variants of circle poker: seating, betting, pots, showdown, irregularities.

The mano is a mark that moves to the next player with each hand and fixes the order of the turns.
"""
