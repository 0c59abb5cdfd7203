"""Phases of bacará a dos paños."""
