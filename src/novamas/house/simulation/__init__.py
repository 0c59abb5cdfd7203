"""Reports on simulated rounds, sessions and days."""
