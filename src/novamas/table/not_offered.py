"""Acts that a game has but does not offer now, each with a reason that a disabled control can show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from novamas.table.deeds import Call, Deed, Order
from novamas.table.game import Game
from novamas.table.offers import Offer
from novamas.table.phases import Incident
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, FLOOR, Who
from novamas.table.session import Session

SAYS_NOTHING = frozenset({"not_now", "not_your_turn", "not_listed", "wrong_part"})  # not about this act


class UnofferedAct(Struct, frozen=True):
    """An act that a person might want to do, and the reason why it is not possible now."""

    act: Deed
    refusal: Refusal


def not_offered(session: Session, game: Game, who: Who) -> Iterator[UnofferedAct]:
    """Yield each kind of act that a person is not offered now, if its refusal gives a reason."""
    given = session.offers(who)
    offered = {type(offer.act) for offer in given}
    for kind in kinds_for(game, who):
        act = None if kind in offered else _like(kind, who, given)
        refusal = None if act is None else session.why_not(act, who)
        if act is not None and refusal is not None and refusal.code not in SAYS_NOTHING:
            yield UnofferedAct(act, refusal)


def kinds_for(game: Game, who: Who) -> tuple[type[Deed], ...]:
    """Return all kinds of acts that a game has for a player, for the croupier or for the table chief."""
    if who is FLOOR:
        return (*(kind for kind in game.acts if issubclass(kind, Order)), *game.incidents)
    if who is CROUPIER:
        return tuple(kind for kind in game.acts if issubclass(kind, Call))
    return tuple(kind for kind in game.acts if not issubclass(kind, Call | Order | Incident))


def _like(kind: type[Deed], who: Who, given: Sequence[Offer]) -> Deed | None:
    """Return an act of a kind with field values from the present offers, or None if some are missing."""
    parts: dict[str, Any] = {"by": who}
    for field in fields(kind):
        if field.name == "by":
            continue
        example = next((offer.act for offer in given if field.name in offer.act.__struct_fields__), None)
        if example is not None:
            parts[field.name] = getattr(example, field.name)
        elif field.default is NODEFAULT and field.default_factory is NODEFAULT:
            return None
    return kind(**parts)
