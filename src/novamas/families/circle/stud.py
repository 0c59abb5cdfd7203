"""Common rules of the two studs: up cards decide who acts first, and limits have tiers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from novamas.equipment.cards import rank
from novamas.families.circle.cloth import BET, Cloth, Talk
from novamas.law import law


class StudFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """A stud's figures on opening, forced bets and exposed cards. A clause is empty if the norm has none."""

    cite: tuple[str, ...]
    lowest_opens: bool  # in the first betting round; the highest hand showing opens the others
    forced: bool  # the opener of the first betting round must bet
    keeps: bool  # the openers of betting rounds two to four may not fold
    raises: int | None = None
    first_higher: int = 0
    pair_binds: bool = False
    from_first_place: bool = False
    hole_one: str = ""
    hole_both: str = ""
    hole_both_voids_deal: bool = False
    covers: str = ""
    unmatched: str = ""
    absent: str = ""
    wrong_player: str = ""
    burned_wrongly: str = ""


def open_rank(cards: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a sortable rank of up cards: four of a kind, three of a kind, pairs, then card by card.

    Straights, flushes and suits do not count.
    """
    found = sorted(((n, value) for value, n in Counter(map(rank, cards)).items()), reverse=True)
    return tuple(n for n, _ in found), tuple(value for _, value in found)


class StudCloth(Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a stud game."""

    @property
    def stud(self) -> StudFigures:
        return self.rules.frame.group("stud", StudFigures)

    @property
    def raises_each(self) -> int | None:
        return self.stud.raises

    @law("AR10.10-2-B-d.III.3")
    def order_of(self, ready: tuple[int, ...]) -> tuple[int, ...]:
        """Return the order of the deal: from the mano or, in one variant, from the first place."""
        if not self.stud.from_first_place:
            return ready
        return tuple(seat for seat in self.party.places if seat in ready)

    @property
    def first_place(self) -> int:
        return 1 if self.stud.from_first_place else super().first_place

    def open_cards(self, seat: int) -> tuple[int, ...]:
        return tuple(held.card for held in self.held(seat) if held.up and held.card is not None)

    @law("AR10.10-2-B-a.III.3", "AR10.10-2-B-a.III.4", "AR10.10-2-B-a.III.6", "AR10.10-2-B-a.III.12")
    @law("AR10.10-2-B-d.III.4", "IB09.12-2-a.II.2.3", "IB09.12-2-a.II.2.5", "IB09.12-2-a.II.2.10")
    @law("IB09.12-2-d.III.5")
    def first_to_speak(self) -> int:
        """Return the player who acts first: the lowest up card or the highest hand showing.

        In a tie it is the player nearest to the mano in turn order.
        """
        order = self.in_turn(self.mano)
        shown = {seat: open_rank(self.open_cards(seat)) for seat in order}
        if self.street == 0 and self.stud.lowest_opens:
            return min(order, key=lambda seat: shown[seat])
        return max(order, key=lambda seat: shown[seat])

    @law("AR10.10-2-B-a.III.3", "AR10.10-2-B-a.III.7", "AR10.10-2-B-a.III.10", "IB09.12-2-a.II.2.5")
    @law("IB09.12-2-a.II.2.8")
    def talk(self) -> Talk:
        """Return the state of a new betting round: who must bet or may not fold, and the limit."""
        talk, stud = super().talk(), self.stud
        opener = talk.waiting[0] if talk.waiting else 0
        unit = self.unit()
        talk = replace(talk, unit=unit, low=self.rules.minimum if stud.pair_binds and unit else 0)
        if self.street == 0:
            return replace(talk, forced=opener if stud.forced and not talk.level else 0)
        is_between = self.street < 4
        return replace(talk, keeps=opener if stud.keeps and is_between and opener == talk.opener else 0)

    @law("AR10.10-2-B-a.II.1.a.1", "AR10.10-2-B-a.II.1.b.1", "AR10.10-2-B-a.II.1.b.1.1")
    @law("AR10.10-2-B-a.II.1.b.2.1", "AR10.10-2-B-d.IV.1", "IB09.12-2-a.II.1.a.1")
    @law("IB09.12-2-a.II.1.b.1", "IB09.12-2-a.II.1.b.2", "IB09.12-2-a.II.1.b.3", "AR10.10-2.VI.3.1")
    def unit(self) -> int:
        """Return the largest step of a bet or raise in this betting round.

        It is 0 if there is no limit or only the pot limits bets. It is in whole chips, because a raise above
        the lower limit makes it the step of all later raises.
        """
        rules, limit = self.rules, self.limit
        highest = rules.maximum // rules.chip * rules.chip
        if limit.snapshot:
            if self.street < 3:
                return highest
            part = Fraction(1, 2) if self.street == 3 else Fraction(1)
            return max(int(self.cloth * part) // rules.chip * rules.chip, rules.minimum)
        if not limit.tiers:
            return 0
        is_low = self.street < self.stud.first_higher and not self.has_open_pair()
        return rules.minimum if is_low else highest

    @law("AR10.10-2-B-a.II.1.a.2", "AR10.10-2-B-d.IV.2", "IB09.12-2-a.II.1.a.2")
    def has_open_pair(self) -> bool:
        """Return whether the first two up cards of any live hand are a pair."""
        pairs = [self.open_cards(seat)[:2] for seat in self.players]
        return self.street > 0 and any(len(pair) == 2 and rank(pair[0]) == rank(pair[1]) for pair in pairs)

    def most_raise(self, talk: Talk, seat: int) -> int | None:
        return talk.level + talk.unit if talk.unit else super().most_raise(talk, seat)

    @law("AR10.10-2-B-a.IV.3.c.1", "AR10.10-2-B-d.V.3.c.1")
    def absent_clause(self, talk: Talk) -> str:
        return self.stud.absent or self.wrongs.absent_turn

    def owes(self, seat: int) -> bool:
        """Return whether a player has not yet matched an earlier bet."""
        return self.on(seat, BET) < max((cents for _, bet, cents in self.chips if bet == BET), default=0)
