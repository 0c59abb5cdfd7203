"""Poker hand histories in the PHH format: reading, replaying and writing them."""
