"""The tables of a store, and how a store of an earlier version comes to have those of this one."""
