"""What can go wrong at baccarat on two cloths."""
