"""What the law fixes of Promotrot, group by group; a text among these figures is a clause."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from novamas.law import Frame, catalogue
from novamas.pools.payment_terms import Places, Term

SLUG = "promotrot"
NORM = "IB05"

Kind = Literal["presorteado", "probabilistico"]
Presentation = Literal["letras", "signos", "numeros", "dibujos", "grafia"]
Action = Literal["descubrir", "carrera"]


class _Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Figures that stand together."""


class KindLaw(_Group, frozen=True):
    """The four factors that specify a game of this kind, and how its results come about."""

    cite: tuple[str, ...]
    share: str
    tickets: str
    price: str
    prizes: str


class PrizeLaw(_Group, frozen=True):
    """What a prize may be."""

    nature: str
    share: str
    equivalent: str


class SellingLaw(_Group, frozen=True):
    """How a ticket is bought."""

    ticket: str
    right: str
    control: str


class PlayingLaw(_Group, frozen=True):
    """How a ticket is played."""

    act: str


class PresentationLaw(_Group, frozen=True):
    """The marks of one way to present tickets."""

    marks: tuple[str, ...]


class VoucherLaw(_Group, frozen=True):
    """What a voucher is."""

    issued: str
    checked: str
    bearer: str


class InKindLaw(_Group, frozen=True):
    """What becomes of the voucher of a prize in kind."""

    exchanged: str
    money: str


class OrganiserLaw(_Group, frozen=True):
    """What is the organiser's."""

    rest: str
    unclaimed: str


class Law(msgspec.Struct, frozen=True):
    """All that the law fixes of the game."""

    kinds: dict[str, KindLaw]
    prize: PrizeLaw
    selling: SellingLaw
    playing: PlayingLaw
    presentations: dict[str, PresentationLaw]
    voucher: VoucherLaw
    term: Term
    places: Places
    in_kind: InKindLaw
    organiser: OrganiserLaw


@cache
def law_of(frame: Frame) -> Law:
    """What a frame fixes of the game."""
    return Law(
        kinds=frame.group("kinds", dict[str, KindLaw]),
        prize=frame.group("prize", PrizeLaw),
        selling=frame.group("selling", SellingLaw),
        playing=frame.group("playing", PlayingLaw),
        presentations=frame.group("presentations", dict[str, PresentationLaw]),
        voucher=frame.group("voucher", VoucherLaw),
        term=frame.group("term", Term),
        places=frame.group("places", Places),
        in_kind=frame.group("in_kind", InKindLaw),
        organiser=frame.group("organiser", OrganiserLaw),
    )


def frame_now() -> Frame:
    """The frame of the game as we hold it."""
    return catalogue.under(NORM)[SLUG]
