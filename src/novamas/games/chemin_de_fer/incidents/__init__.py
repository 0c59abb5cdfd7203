"""What can go wrong at chemin de fer."""
