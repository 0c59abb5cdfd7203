"""The people of a house: guests, players and operators, and what each may do."""
