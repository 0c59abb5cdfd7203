"""Bots: their strategies and skills, and the companions at a table."""
