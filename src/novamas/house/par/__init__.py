"""The mathematics report of a table (PAR sheet)."""
