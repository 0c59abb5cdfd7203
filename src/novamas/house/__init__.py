"""Tools for operators: the Python API, floor check, audit, comparison, placard, PAR sheet, simulation."""
