"""Floor check: a file of tables is checked against the law."""
