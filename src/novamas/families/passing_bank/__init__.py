"""What the baccarat games share in which the bank passes from player to player."""
