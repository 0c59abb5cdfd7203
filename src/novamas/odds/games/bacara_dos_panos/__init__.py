"""The odds of bacará a dos paños."""
