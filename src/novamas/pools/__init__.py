"""The pools Lototrot and Promotrot: tickets, outlets, a central office and its accounts."""
