"""The set-up of a pai gow poker table."""

from __future__ import annotations

from novamas.families.pai_gow import setup


class Rules(setup.Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one pai gow poker table."""

    all_positions: bool

    @property
    def hands_for_all(self) -> bool:
        return self.all_positions
