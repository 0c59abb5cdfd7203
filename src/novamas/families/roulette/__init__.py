"""What the roulettes share: where chips lie, limits, colour chips."""
