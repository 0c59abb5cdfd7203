"""The placard of a table: its limits and payouts, as page, PDF and picture."""
