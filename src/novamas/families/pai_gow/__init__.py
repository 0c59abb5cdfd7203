"""The pai gow family: a bank that passes around the table, dice and positions, two hands, payment."""
