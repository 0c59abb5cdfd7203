"""The pai gow family: a bank that passes round the table, dice and positions, two hands, payment."""
