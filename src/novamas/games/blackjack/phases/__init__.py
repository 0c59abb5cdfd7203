"""Phases of a round of blackjack."""
