"""What the two hold'ems against the house share: ante, flop, turn, river, the bank's cards, payment."""
