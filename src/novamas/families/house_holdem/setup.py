"""The set-up of a hold'em against the house: its rules, and facts about the gaming room."""

from __future__ import annotations

from msgspec import Struct

from novamas.families.banked_poker.one_box import OneBoxRules


class HoldemRules(OneBoxRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one hold'em table. The limits may change during play."""

    @property
    def times(self) -> int:
        """The multiple of the minimum that the law allows as maximum."""
        return self.maximum // self.minimum

    @property
    def bonus_limits(self) -> tuple[int, int] | None:
        """The minimum and maximum of the bonus, or None in the game without a bonus."""
        return None

    def limits_of(self, minimum: int) -> dict[str, int]:
        """Return the limits that follow from another minimum."""
        return {"minimum": minimum, "maximum": minimum * self.times}


class Premises(Struct, frozen=True, cache_hash=True, kw_only=True):
    """Facts about the gaming room that affect play."""

    authorised_minimum: int
    authorised_maximum: int  # 0 if the authorisation names none
    minimum_kept_elsewhere: bool
    authorised_without_minimum: bool = False  # not in records of early editions
    advance: int
