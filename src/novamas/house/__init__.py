"""The house: which table is meant and how it is opened, sitting down at it, and what its PAR sheet says."""
