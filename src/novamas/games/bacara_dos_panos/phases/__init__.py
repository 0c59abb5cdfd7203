"""The moments of baccarat on two cloths."""
