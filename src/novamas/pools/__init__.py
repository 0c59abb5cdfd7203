"""The pools Lototrot and Promotrot: tickets, outlets, a central office and its accounts."""

from novamas.pools import lototrot, promotrot
from novamas.pools.names import POOLS

__all__ = ["POOLS", "lototrot", "promotrot"]
