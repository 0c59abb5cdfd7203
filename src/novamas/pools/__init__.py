"""The pools Lototrot and Promotrot: tickets, outlets, a central office and its accounts."""

from novamas.pools import lototrot, promotrot

__all__ = ["lototrot", "promotrot"]
