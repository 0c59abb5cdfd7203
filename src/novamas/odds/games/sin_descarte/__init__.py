"""The odds of no-draw poker."""
