"""The moments of circle poker, in the order in which they come."""
