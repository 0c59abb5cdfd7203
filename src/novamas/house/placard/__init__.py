"""Placard of a table: its limits and payouts, as a page, a PDF and a picture."""
