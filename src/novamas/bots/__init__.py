"""Who plays by himself: bots, companions at the table, basic strategies."""
