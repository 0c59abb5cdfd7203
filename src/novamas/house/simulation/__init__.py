"""Reports of simulated rounds, sessions and days."""
