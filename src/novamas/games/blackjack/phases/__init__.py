"""The moments of a round of blackjack."""
