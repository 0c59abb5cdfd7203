"""Poker against the house where each player has one box."""
