"""The PAR sheet, which is the mathematics report of a table."""
