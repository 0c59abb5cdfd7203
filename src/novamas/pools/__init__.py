"""The two pools of the catalogue: tickets, outlets, a central office, and money that stays for months."""

POOLS = ("lototrot", "promotrot")
