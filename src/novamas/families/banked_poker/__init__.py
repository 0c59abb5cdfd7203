"""Poker against the house: boxes, hands dealt from one deck, and what lies before the croupier."""
