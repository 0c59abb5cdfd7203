"""The floor check, which checks a file of tables against the law."""
