"""What the two pai gow games share: the bank that goes round, dice and positions, two hands, the payment."""
