"""PAR sheet: the mathematics report of a table."""
