"""Bots: their strategies and skills, and the automatic companions at a table."""
