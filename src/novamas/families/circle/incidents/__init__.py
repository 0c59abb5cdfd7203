"""What can go wrong at circle poker: deals, bets, conduct."""
