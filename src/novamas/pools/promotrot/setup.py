"""The figures of the law for Promotrot, group by group. Each text field is a clause."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from novamas.law import Frame
from novamas.law.default import ours
from novamas.pools.payment_terms import Places, Term

SLUG = "promotrot"
NORM = "IB05"

Kind = Literal["presorteado", "probabilistico"]
Presentation = Literal["letras", "signos", "numeros", "dibujos", "grafia"]
Action = Literal["descubrir", "carrera"]


class _Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of the law's figures."""


class KindLaw(_Group, frozen=True):
    """The clauses on the four factors that define a game of this kind, and on its results."""

    cite: tuple[str, ...]
    share: str
    tickets: str
    price: str
    prizes: str


class PrizeLaw(_Group, frozen=True):
    """The law's figures on the nature of prizes and their share of the stakes."""

    nature: str
    share: str
    equivalent: str


class SellingLaw(_Group, frozen=True):
    """The law's figures on the sale of tickets."""

    ticket: str
    right: str
    control: str


class PlayingLaw(_Group, frozen=True):
    """The law's figures on the play of tickets."""

    act: str


class PresentationLaw(_Group, frozen=True):
    """The law's figures on the marks of one presentation of tickets."""

    marks: tuple[str, ...]


class VoucherLaw(_Group, frozen=True):
    """The law's figures on the issue and payment of vouchers."""

    issued: str
    checked: str
    bearer: str


class InKindLaw(_Group, frozen=True):
    """The law's figures on vouchers for prizes in kind."""

    exchanged: str
    money: str


class OrganiserLaw(_Group, frozen=True):
    """The law's figures on the money that goes to the organiser."""

    rest: str
    unclaimed: str


class Law(msgspec.Struct, frozen=True):
    """All figures of the law for Promotrot."""

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
    """Return the figures of Promotrot from a frame of law."""
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
    """Return the frame of law for Promotrot under the installed edition."""
    return ours().frame(NORM, SLUG)
