"""Common parts of the variants of circle poker: seating, betting, pots, showdown, irregularities."""
