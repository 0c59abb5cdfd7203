"""A wheel with two cloths at different minima. Each player uses one. The director may close one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from novamas.errors import Figure
from novamas.families.banked.phases import give_back
from novamas.families.wheel import cloth as wheel
from novamas.families.wheel import setup
from novamas.law import law
from novamas.table.deeds import Act, Order
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.refusals import Refusal
from novamas.table.roles import FLOOR, Who

BOTH = (1, 2)


class Rules(setup.Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of a table that may have a second cloth with its own minimum."""

    second_minimum: int  # 0 if there is no second cloth, or it has the same minimum


class Premises(Struct, frozen=True, cache_hash=True, kw_only=True):
    """Facts about the gaming room on which the closing of a cloth depends."""

    authorised_minimum: int
    minimum_kept_elsewhere: bool


class TwoClothFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clause that allows cloths with different minima and makes one keep the authorised minimum."""

    cite: tuple[str, ...]
    kept: str


class GoToCloth(Act, frozen=True):
    """A player with no chips on the table changes to the other cloth."""

    cloth: int


class CloseCloth(Order, frozen=True):
    """The director closes a cloth. Its stakes are returned, and its players change to the other cloth."""

    cloth: int = 1


class OpenCloth(Order, frozen=True):
    """The director opens a closed cloth again."""

    cloth: int = 1


class Cloth(wheel.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The two cloths of a table. The bets on both are settled together."""

    public: ClassVar[tuple[str, ...]] = (*wheel.Cloth.public, "second", "closed")

    rules: Rules
    premises: Premises
    second: tuple[int, ...] = ()  # players at the second cloth; the others are at the first
    closed: tuple[int, ...] = ()  # the closed cloth, if one is

    @property
    def kept(self) -> str:
        return self.rules.frame.group("two_cloths", TwoClothFigures).kept

    def cloth_of(self, seat: int) -> int:
        """Return the number of the cloth at which a player plays."""
        return 2 if seat in self.second else 1

    def minimum_at(self, cloth: int) -> int:
        return self.rules.second_minimum if cloth == 2 else self.rules.minimum

    def rules_of(self, seat: int) -> setup.Rules:
        """Return the rules with the minimum of the player's cloth."""
        if not self.rules.second_minimum:
            return self.rules
        return _with_minimum(self.rules, self.minimum_at(self.cloth_of(seat)))

    # ---- offers

    @law("IB05.04.V.b.2")
    def between(self, who: Who) -> Iterable[Offer]:
        """Yield offers to close or open a cloth for the director, and to change cloths for players."""
        yield from self.own_offers(who)
        if who is not FLOOR or not self.rules.second_minimum:
            return
        for cloth in BOTH:
            if cloth in self.closed:
                yield Offer(OpenCloth(cloth=cloth), self.kept)
            elif self.why_stays_open(cloth) is None:
                yield Offer(CloseCloth(cloth=cloth), self.kept)

    def own_offers(self, who: Who) -> Iterable[Offer]:
        if isinstance(who, int):
            for cloth in BOTH:
                if self.why_not_there(who, cloth) is None:
                    yield Offer(GoToCloth(who, cloth), self.kept)

    def why_not_there(self, seat: int, cloth: int) -> Refusal | None:
        """Explain why a player may not change to a cloth, or return None."""
        values: dict[str, Figure] = {"cloth": cloth}
        if not self.rules.second_minimum or cloth not in BOTH:
            return Refusal("no_such_cloth", self.kept, dial="cloth", given=cloth, figures=values)
        if cloth in self.closed:
            return Refusal("cloth_closed", self.kept, figures=values)
        if self.cloth_of(seat) == cloth:
            return Refusal("at_this_cloth", self.kept, figures=values)
        return Refusal("chips_on_the_other_cloth", self.kept, figures=values) if self.of(seat) else None

    @law("IB05.04.V.b.2")
    def why_stays_open(self, cloth: int) -> Refusal | None:
        """Explain why a cloth may not be closed, or return None.

        One cloth keeps the authorised minimum for as long as the house is open.
        """
        values: dict[str, Figure] = {"cloth": cloth}
        if not self.rules.second_minimum or cloth not in BOTH:
            return Refusal("no_such_cloth", self.kept, dial="cloth", given=cloth, figures=values)
        if self.closed:
            return Refusal("one_cloth_open", self.kept, figures=values)
        room, other = self.premises, self.minimum_at(3 - cloth)
        if other == room.authorised_minimum or room.minimum_kept_elsewhere:
            return None
        values = {"cloth": cloth, "minimum": room.authorised_minimum}
        return Refusal("cloth_keeps_minimum", self.kept, figures=values)

    def why_not_own(self, act: Act) -> Refusal | None:
        match act:
            case GoToCloth(int(seat), cloth):
                return self.why_not_there(seat, cloth)
            case CloseCloth(cloth=cloth):
                return self.why_stays_open(cloth)
            case OpenCloth(cloth=cloth) if cloth not in self.closed:
                return Refusal("cloth_not_closed", self.kept, figures={"cloth": cloth})
        return super().why_not_own(act)

    # ---- what happens

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        match act:
            case GoToCloth(int(seat), cloth):
                others = {*self.second} - {seat}
                moves.change(second=tuple(sorted({*others, seat} if cloth == 2 else others)))
                moves.note("at_cloth", self.kept, seat=seat, cloth=cloth, minimum=self.minimum_at(cloth))
            case CloseCloth(cloth=cloth):
                theirs = [chips for chips in self.chips if self.cloth_of(chips.seat) == cloth]
                give_back(moves, theirs, self.kept)
                moves.change(closed=(cloth,), second=tuple(range(1, self.places + 1)) if cloth == 1 else ())
                moves.note("cloth_closes", self.kept, cloth=cloth, minimum=self.minimum_at(3 - cloth))
            case OpenCloth(cloth=cloth):
                moves.change(closed=())
                moves.note("cloth_opens", self.kept, cloth=cloth, minimum=self.minimum_at(cloth))
            case _:
                super().do_own(moves, act)


@cache
def _with_minimum(rules: Rules, minimum: int) -> Rules:
    return replace(rules, minimum=minimum)


ACTS: tuple[type[Act], ...] = (GoToCloth, CloseCloth, OpenCloth)
