"""Vacant places of a blackjack table. The first player who bets on one controls it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from novamas.families.banked.boxes import Boxes
from novamas.families.banked.phases import give_back
from novamas.games.blackjack.acts import ConsentAt
from novamas.law import law
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.refusals import Refusal


class VacantPlaces(Boxes):
    """Methods for a cloth on which a player consents for all their hands or for one vacant place."""

    __slots__ = ()

    consents_at: tuple[tuple[int, int, bool], ...]  # vacant place, who controls it, the consent

    @law("IB05.03.IV.a.3", "IB05.03.IV.a.4")
    def said_at(self, place: int, seat: int) -> bool | None:
        """Return the consent given for a vacant place, or else the one given for all hands."""
        said = (yes for at, by, yes in self.consents_at if (at, by) == (place, seat))
        return next(said, self.said(seat))

    def consent_at_offers(self, seat: int) -> Iterable[Offer]:
        """Yield the offers to allow or forbid bets of others on the vacant places that a player controls."""
        for place, commander in self.commands:
            if commander == seat and self.is_vacant(place):
                said = self.said_at(place, seat)
                for yes in (True, False):
                    if said is not yes:
                        yield Offer(ConsentAt(seat, place=place, yes=yes), self.consent_clause(yes=yes))

    def say_consent_at(self, moves: Moves[Any], act: ConsentAt) -> None:
        """Record the consent for a vacant place. Without consent, bets of other players there go back."""
        seat, place, clause = act.by, act.place, self.consent_clause(yes=act.yes)
        assert isinstance(seat, int)
        others = [said for said in self.consents_at if said[:2] != (place, seat)]
        moves.change(consents_at=tuple(sorted((*others, (place, seat, act.yes)))))
        code = "others_admitted_at" if act.yes else "others_not_admitted_at"
        moves.note(code, clause, seat=seat, place=place)
        if not act.yes:
            give_back(moves, (chips for chips in self.lie_on(place) if chips.seat != seat), clause)

    def say_consent(self, moves: Moves[Any], seat: int, *, yes: bool) -> None:
        """Record a player's consent for all hands. It replaces the consent given for single places."""
        moves.change(consents_at=tuple(said for said in self.consents_at if said[1] != seat))
        super().say_consent(moves, seat, yes=yes)

    def why_no_consent_at(self, act: ConsentAt, clause: str) -> Refusal:
        """Explain why a player may not give consent for a vacant place."""
        if self.is_vacant(act.place) and self.commander(act.place) == act.by:
            return Refusal("consents_already", self.consent_clause(yes=act.yes), figures={"yes": act.yes})
        return Refusal("not_your_vacant_place", clause, figures={"place": act.place})
