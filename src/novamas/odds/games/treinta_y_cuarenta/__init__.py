"""The odds of treinta y cuarenta."""
