"""Banked poker: boxes, hands dealt from one deck, and the bank's hand or a board."""
