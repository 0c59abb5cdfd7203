"""The comparison of two tables, rule by rule."""
