"""Five-card stud: one hole card and four up cards from a deck of 32. The highest hand showing opens."""

from __future__ import annotations

from novamas.families.circle.incidents.bets import CardSeen, ShowsCards
from novamas.families.circle.incidents.stud import INCIDENTS, BurnedWrongly, WrongPlayerNamed
from novamas.families.circle.setup import Rules
from novamas.families.circle.stud import StudCloth
from novamas.families.circle.variant import variant
from novamas.law import law


class FiveStudRules(Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of a five-card stud table."""

    burn: bool


class FiveStudCloth(StudCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of five-card stud."""

    rules: FiveStudRules

    @law("AR10.10-2-B-d.III.5", "AR10.10-2-B-d.III.6", "AR10.10-2-B-d.III.7")
    def burns(self, street: int) -> bool:
        """Return whether cards are burned, by the choice of the house and with five players at most."""
        return super().burns(street) and self.rules.burn and len(self.dealt) <= 5


GAME = variant(
    "five_stud",
    FiveStudCloth,
    FiveStudRules,
    without=(ShowsCards, CardSeen),
    incidents=(*INCIDENTS, WrongPlayerNamed, BurnedWrongly),
    revision=5,
)
