"""Promotrot's journal: the bodies of its entries, the results computed from them, keys and subjects."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from fractions import Fraction
from typing import Any

import msgspec

from novamas.law import Frame
from novamas.money import Cents
from novamas.pools.codes import Code
from novamas.pools.mixing import Mixed
from novamas.pools.promotrot.faces import Face
from novamas.pools.promotrot.issues import Issue, Prize
from novamas.pools.promotrot.setup import NORM, SLUG, Action, Kind, Presentation, frame_now
from novamas.pools.promotrot.vouchers import Takes, Voucher
from novamas.store import Head


class _Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of an entry."""


class Outlet(_Body, frozen=True):
    """An outlet with a terminal that may sell tickets and pay prizes."""

    name: str
    establishment: str  # as printed on vouchers


class Published(_Body, frozen=True):
    """A published issue, with the law at the time of its plan and the commitment to its seed."""

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
    epoch: int = 0  # of chance, in which the seed was drawn

    def issue(self) -> Issue:
        """Return the issue, under the law at the time of its publication."""
        now = frame_now()
        held = now.pin == self.edition
        frame = now if held else Frame(now.law, SLUG, NORM, now.entry, self.figures, now.borrowed, now.texts)
        shared = {name: getattr(self, name) for name in _SHARED}
        return Issue(frame=frame, prize_share=Fraction(self.prize_share), **shared)


_SHARED = ("code", "name", "kind", "tickets", "price", "ways", "presentation", "action", "prizes")


def published(issue: Issue, commitment: str, epoch: int = 0) -> Published:
    """Return the body of the entry that published an issue."""
    return Published(
        **{name: getattr(issue, name) for name in _SHARED},
        prize_share=str(issue.prize_share),
        norm=issue.frame.norm,
        edition=issue.frame.pin,
        figures=issue.frame.figures,
        commitment=commitment,
        epoch=epoch,
    )


class MixedIn(_Body, frozen=True):
    """A nonce mixed into the seed of an issue after a restore, and the heads of the outlets' books."""

    issue: str
    mixed: Mixed
    heads: Mapping[str, Head]


class Ticket(_Body, frozen=True):
    """A sold virtual ticket: its number in the issue, and its price."""

    issue: str
    number: int
    price: Cents


class Play(_Body, frozen=True):
    """A played ticket: the player's first act, the face of the ticket, and its prize."""

    issue: str
    ticket: int  # number of its entry in the same book
    number: int  # in the issue
    act: int  # 0 if no one played it before the issue ended
    face: Face
    establishment: str = ""  # as printed on the voucher
    prize: Prize | None = None


class Payment(_Body, frozen=True):
    """The payment or exchange of a voucher."""

    issue: str
    voucher: str
    cents: Cents
    takes: Takes
    clause: str


class Lapse(_Body, frozen=True):
    """The lapse of all unpaid vouchers of an issue dated up to the day `through`."""

    issue: str
    through: date
    vouchers: int
    cents: Cents


class Advance(_Body, frozen=True):
    """Money that the organiser advanced to pay a prize."""

    issue: str
    cents: Cents


class End(_Body, frozen=True):
    """The end of an issue: its seed is revealed, with the head of each outlet's book."""

    issue: str
    sold: int
    seed: str
    heads: Mapping[str, Head]


# ---------------------------------------------------------------- results


class SoldTicket(msgspec.Struct, frozen=True):
    """A sold ticket, as its terminal shows it."""

    code: str
    issue: str
    number: int
    price: Cents
    at: datetime


class PlayedTicket(msgspec.Struct, frozen=True):
    """A played ticket, as its terminal shows it. A winning ticket has a voucher."""

    ticket: str
    number: int
    face: Face
    voucher: Voucher | None = None
    code: str = ""  # of the voucher
    last_day: date | None = None  # of payment


class FoundVoucher(msgspec.Struct, frozen=True):
    """A voucher that was looked up, with its last day and the book that paid it, if any."""

    code: str
    voucher: Voucher
    last_day: date
    paid: str
    together: tuple[Voucher, ...] = ()  # the prizes of a joint voucher


class PaidVoucher(msgspec.Struct, frozen=True):
    """A paid or exchanged voucher, with its clause and, for a prize in kind, the winner's document."""

    voucher: str
    cents: Cents
    takes: Takes
    clause: str
    at: datetime
    document: str = ""


# ---------------------------------------------------------------- keys and subjects


def issue_key(code: str) -> str:
    """Return the key of the entry that published an issue."""
    return f"issue/{code}"


def end_key(code: str) -> str:
    """Return the key of the entry that ended an issue."""
    return f"end/{code}"


def play_key(ticket: int) -> str:
    """Return the key of the entry that played the ticket with this number in its book."""
    return f"play/{ticket}"


def outlet_subject(outlet: str) -> str:
    """Return the subject under which the store records an outlet's authorisation and establishment."""
    return f"{SLUG}/outlet/{outlet}"


def voucher_subject(code: Code) -> str:
    """Return the subject under which the store records the book that paid a voucher."""
    return f"{SLUG}/voucher/{code}"


def lapsed_subject(issue: str) -> str:
    """Return the subject under which the store records the last day of lapsed vouchers of an issue."""
    return f"{SLUG}/lapsed/{issue}"
