"""The odds of hold'em against the house: holdem_contrapartida and holdem_bonus."""
