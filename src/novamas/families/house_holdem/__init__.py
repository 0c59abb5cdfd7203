"""The two hold'ems against the house: ante, flop, turn, river, the bank's cards, payment."""
