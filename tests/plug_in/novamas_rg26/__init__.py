"""A made-up region with a game of its own, as another package has it: its law is data, its game is code."""
