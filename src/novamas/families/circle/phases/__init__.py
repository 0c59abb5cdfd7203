"""The phases of circle poker, in order."""
