"""Irregularities of circle poker: deals, bets, conduct."""
