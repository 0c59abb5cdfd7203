"""Views: a table as one viewpoint sees it, in types that other programs can decode."""

from __future__ import annotations

from functools import cache
from typing import Any, Generic, cast, get_origin, get_type_hints

from msgspec import Struct, defstruct
from msgspec.inspect import type_info
from typing_extensions import TypeVar

from novamas.table.deeds import Deed
from novamas.table.events import Came, Owner
from novamas.table.felt import Chips, Felt, Held, Pile
from novamas.table.offers import Offer
from novamas.table.roles import Who


class Shows(Struct, frozen=True, tag_field="phase", forbid_unknown_fields=True):
    """Public state besides chips and cards: the fields in `public` of a phase and of its felt."""


D = TypeVar("D", bound=Deed, default=Deed, covariant=True)  # all deeds of a game
S = TypeVar("S", bound=Shows, default=Any, covariant=True)  # the public state of its phases


class View(Struct, Generic[D, S], frozen=True, forbid_unknown_fields=True):
    """A table as one viewpoint sees it. A session adds the state number, the rounds and the results."""

    eyes: Who
    turn: Who
    chips: tuple[Chips, ...]
    piles: tuple[Pile, ...]
    undealt: int
    purses: tuple[int, ...]
    shows: S
    offers: tuple[Offer[D], ...]
    number: int = 0  # of the state: the number of deeds that led to it
    rounds: int = 0  # that have ended
    results: tuple[Came, ...] = ()  # the last results of ball, wheel or dice, the newest at the end

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return str(self.shows.__struct_config__.tag)

    @property
    def jackpots(self) -> dict[str, int]:
        """The totals of the jackpots at the table by name, in céntimos."""
        return dict(getattr(self.shows, "jackpots", ()))

    def stake(self, seat: int, bet: str) -> int:
        """Return the amount that a player has on a bet, in céntimos."""
        return next((chips.cents for chips in self.chips if chips[:2] == (seat, bet)), 0)

    def held(self, owner: Owner) -> tuple[Held, ...]:
        """Return the cards in front of an owner, as this viewpoint sees them."""
        return next((pile.cards for pile in self.piles if pile.owner == owner), ())


@cache
def shows_of(phase: Any, felt: type[Felt]) -> type[Shows]:
    """Return the type of a phase's public state, built once from the annotations of its public fields."""
    fields = [(name, _annotation(felt, name)) for name in felt.public]
    fields += [(name, _annotation(phase, name)) for name in phase.public]
    kind = defstruct(
        f"{phase.__name__}Shows",
        fields,
        bases=(Shows,),
        module=phase.__module__,
        namespace={"__doc__": f"What every viewpoint sees in this phase: {phase.__doc__}"},
        frozen=True,
        tag=phase.__struct_config__.tag,
    )
    return cast("type[Shows]", kind)


def shows_in(phase: Any) -> type[Shows]:
    """Return the type of the public state of a phase with a given felt, such as `Waiting[Cloth]`."""
    info: Any = type_info(phase)
    felt = next(field.type.cls for field in info.fields if field.name == "felt")
    return shows_of(get_origin(phase) or phase, get_origin(felt) or felt)


def _annotation(owner: type, name: str) -> Any:
    """Return the annotation of a field or property."""
    field = getattr(owner, name)
    hints = get_type_hints(field.fget if isinstance(field, property) else owner)
    return hints["return" if isinstance(field, property) else name]
