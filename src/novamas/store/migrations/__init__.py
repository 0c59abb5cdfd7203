"""Schema migrations: the tables of a store, and the steps to them from earlier versions."""
