"""The round against the house: players bet and take back, «no va más», chance decides, bets are paid."""
