"""The set-up of a hold'em against the house: what its table's rules have, and what play must know besides."""

from __future__ import annotations

from msgspec import Struct

from novamas.families.banked_poker.one_box import OneBoxRules


class HoldemRules(OneBoxRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one table; limits may change in play."""

    @property
    def times(self) -> int:
        """How many minima the maximum is: what the law lets it be."""
        return self.maximum // self.minimum

    def limits_of(self, minimum: int) -> dict[str, int]:
        """What another minimum brings with it."""
        return {"minimum": minimum, "maximum": minimum * self.times}


class Premises(Struct, frozen=True, cache_hash=True, kw_only=True):
    """What play must know of the room."""

    authorised_minimum: int
    authorised_maximum: int  # 0: the authorisation names none
    minimum_kept_elsewhere: bool
    advance: int
