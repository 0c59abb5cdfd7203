"""Banked poker: boxes, hands dealt from one deck, and a bank or a board in front of the croupier."""
