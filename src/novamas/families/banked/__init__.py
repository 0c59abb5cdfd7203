"""The round against the house: bets are placed and taken back, «no va más», chance, payment."""
