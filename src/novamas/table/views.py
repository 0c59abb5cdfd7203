"""Views: what one pair of eyes sees of a table, in types that a program elsewhere can read."""

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
    """What everybody is shown beside chips and cards: what a phase and its felt name `public`."""


D = TypeVar("D", bound=Deed, default=Deed, covariant=True)  # all that can happen at the tables of a game
S = TypeVar("S", bound=Shows, default=Any, covariant=True)  # what its phases show


class View(Struct, Generic[D, S], frozen=True, forbid_unknown_fields=True):
    """What one pair of eyes sees of a table; a session adds the number of the state and what came before."""

    eyes: Who
    turn: Who
    chips: tuple[Chips, ...]
    piles: tuple[Pile, ...]
    undealt: int
    purses: tuple[int, ...]
    shows: S
    offers: tuple[Offer[D], ...]
    number: int = 0  # of the state: how many deeds led to it
    rounds: int = 0  # that have ended
    results: tuple[Came, ...] = ()  # the last that ball, wheel or dice showed, the newest at the end

    @property
    def phase(self) -> str:
        """The name of the moment."""
        return str(self.shows.__struct_config__.tag)

    def held(self, owner: Owner) -> tuple[Held, ...]:
        """What lies before an owner, as these eyes see it."""
        return next((pile.cards for pile in self.piles if pile.owner == owner), ())


@cache
def shows_of(phase: Any, felt: type[Felt]) -> type[Shows]:
    """The type of what a phase shows, made once out of what it and its felt say of their public fields."""
    fields = [(name, _annotation(felt, name)) for name in felt.public]
    fields += [(name, _annotation(phase, name)) for name in phase.public]
    kind = defstruct(
        f"{phase.__name__}Shows",
        fields,
        bases=(Shows,),
        module=phase.__module__,
        namespace={"__doc__": f"What everybody is shown in this moment: {phase.__doc__}"},
        frozen=True,
        tag=phase.__struct_config__.tag,
    )
    return cast("type[Shows]", kind)


def shows_in(phase: Any) -> type[Shows]:
    """The type of what a phase shows, for one that is named by its type alone, such as `Waiting[Cloth]`."""
    info: Any = type_info(phase)
    felt = next(field.type.cls for field in info.fields if field.name == "felt")
    return shows_of(get_origin(phase) or phase, get_origin(felt) or felt)


def _annotation(owner: type, name: str) -> Any:
    """What a struct says of one of its fields or properties."""
    found = getattr(owner, name)
    hints = get_type_hints(found.fget if isinstance(found, property) else owner)
    return hints["return" if isinstance(found, property) else name]
