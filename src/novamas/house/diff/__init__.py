"""Comparison of two tables of one game, rule by rule."""
