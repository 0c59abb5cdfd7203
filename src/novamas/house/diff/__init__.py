"""Comparison of two tables, rule by rule."""
