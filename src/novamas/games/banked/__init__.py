"""Games against the house, which banks them."""
