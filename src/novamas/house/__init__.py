"""Tools of an operator: Python API, floor check, audit, comparison, placard, PAR sheet, simulations."""
