"""The people of a house: guests, players and operators, with their rights."""
