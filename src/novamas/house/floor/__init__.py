"""The check of a floor: a file of tables held against the law."""
