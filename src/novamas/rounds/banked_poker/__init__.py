"""What the poker games against the house share: the table, boxes and bets, the deal, what goes wrong."""
