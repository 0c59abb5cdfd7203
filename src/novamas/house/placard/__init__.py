"""The placard of a table: its limits and payouts, as text, as a page and as a PDF."""
