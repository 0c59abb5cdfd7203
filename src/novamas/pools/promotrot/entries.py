"""What stands in the books of Promotrot: the bodies of entries, and what is answered out of them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from fractions import Fraction
from typing import Any

import msgspec

from novamas.law import Frame
from novamas.money import Cents
from novamas.pools.codes import Code
from novamas.pools.promotrot.faces import Face
from novamas.pools.promotrot.issues import Issue, Prize
from novamas.pools.promotrot.setup import NORM, SLUG, Action, Kind, Presentation, frame_now
from novamas.pools.promotrot.vouchers import Takes, Voucher
from novamas.store import Head


class _Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of an entry."""


class Outlet(_Body, frozen=True):
    """An establishment with a terminal, which may sell and pay."""

    name: str
    establishment: str  # as vouchers identify it


class Published(_Body, frozen=True):
    """An issue as it was published, with the law it was planned by and the promise of its seed."""

    code: str
    name: str
    kind: Kind
    tickets: int
    price: Cents
    prize_share: str
    ways: int
    presentation: Presentation
    action: Action
    prizes: tuple[Prize, ...]
    norm: str
    edition: str
    figures: Mapping[str, Any]
    commitment: str

    def issue(self) -> Issue:
        """The issue, under the law by which it was published."""
        now = frame_now()
        held = now.pin == self.edition
        frame = now if held else Frame(SLUG, NORM, now.entry, self.figures, now.borrowed, now.texts)
        shared = {name: getattr(self, name) for name in _SHARED}
        return Issue(frame=frame, prize_share=Fraction(self.prize_share), **shared)


_SHARED = ("code", "name", "kind", "tickets", "price", "ways", "presentation", "action", "prizes")


def published(issue: Issue, commitment: str) -> Published:
    """An issue as it is published."""
    return Published(
        **{name: getattr(issue, name) for name in _SHARED},
        prize_share=str(issue.prize_share),
        norm=issue.frame.norm,
        edition=issue.frame.pin,
        figures=issue.frame.figures,
        commitment=commitment,
    )


class Ticket(_Body, frozen=True):
    """A virtual ticket: the how-manieth of its issue it is, and what was paid for it."""

    issue: str
    number: int
    price: Cents


class Play(_Body, frozen=True):
    """A ticket that was played: what the player did first, what it showed, and what it won."""

    issue: str
    ticket: int  # its entry in the same book
    number: int  # of the issue
    act: int  # nought where nobody played it before the issue ended
    face: Face
    establishment: str = ""  # as the voucher identifies it
    prize: Prize | None = None


class Payment(_Body, frozen=True):
    """A voucher that was paid, or exchanged."""

    issue: str
    voucher: str
    cents: Cents
    takes: Takes
    clause: str


class Lapse(_Body, frozen=True):
    """Vouchers that nobody presented in time: all of an issue up to those of a day."""

    issue: str
    through: date
    vouchers: int
    cents: Cents


class Advance(_Body, frozen=True):
    """Money that the organiser laid out for a prize."""

    issue: str
    cents: Cents


class End(_Body, frozen=True):
    """An issue has ended: its seed is told, and how far the books of outlets went."""

    issue: str
    sold: int
    seed: str
    heads: Mapping[str, Head]


# ---------------------------------------------------------------- answers


class SoldTicket(msgspec.Struct, frozen=True):
    """A ticket as the terminal shows it."""

    code: str
    issue: str
    number: int
    price: Cents
    at: datetime


class PlayedTicket(msgspec.Struct, frozen=True):
    """What the terminal shows when a ticket is played, and the voucher that it prints where it won."""

    ticket: str
    number: int
    face: Face
    voucher: Voucher | None = None
    code: str = ""  # of the voucher
    last_day: date | None = None  # on which it is paid


class FoundVoucher(msgspec.Struct, frozen=True):
    """A voucher that was checked: what stands on it, its last day, and the book by which it was paid."""

    code: str
    voucher: Voucher
    last_day: date
    paid: str


class PaidVoucher(msgspec.Struct, frozen=True):
    """A voucher that was paid or exchanged: under which clause, and the document that entitles to a thing."""

    voucher: str
    cents: Cents
    takes: Takes
    clause: str
    at: datetime
    document: str = ""


# ---------------------------------------------------------------- names in the books


def issue_key(code: str) -> str:
    """The key under which an issue was published."""
    return f"issue/{code}"


def end_key(code: str) -> str:
    """The key under which it was ended."""
    return f"end/{code}"


def play_key(ticket: int) -> str:
    """The key under which the ticket with this number in its book was played."""
    return f"play/{ticket}"


def outlet_subject(outlet: str) -> str:
    """The subject whose state says whether an outlet is authorised, and how it is identified."""
    return f"{SLUG}/outlet/{outlet}"


def voucher_subject(code: Code) -> str:
    """The subject whose state says by which book a voucher was paid."""
    return f"{SLUG}/voucher/{code}"


def lapsed_subject(issue: str) -> str:
    """The subject whose state says up to which day the vouchers of an issue went to the organiser."""
    return f"{SLUG}/lapsed/{issue}"
