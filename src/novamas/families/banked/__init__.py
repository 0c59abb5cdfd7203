"""The round against the house: bets are laid and taken back, «no va más», chance decides, all is paid."""
