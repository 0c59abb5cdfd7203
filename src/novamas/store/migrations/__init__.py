"""Schema migrations: the tables of a store, and the steps from each earlier version."""
