"""Poker hand histories in the PHH format: they are read, replayed and written."""
