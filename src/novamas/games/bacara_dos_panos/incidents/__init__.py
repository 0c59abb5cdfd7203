"""Irregularities at bacará a dos paños."""
