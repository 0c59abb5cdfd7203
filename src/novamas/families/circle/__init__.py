"""What the variants of circle poker share: seats, betting, pots, showing, irregularities."""
