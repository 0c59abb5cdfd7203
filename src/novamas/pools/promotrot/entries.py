"""Promotrot's journal: the bodies of entries, the results computed from them, keys and subjects."""

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
    """An outlet with a terminal that may sell and pay."""

    name: str
    establishment: str  # as printed on vouchers


class Published(_Body, frozen=True):
    """A published issue, with the law under which it was planned and the commitment to its seed."""

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
        """Return the issue, under the law by which it was published."""
        now = frame_now()
        held = now.pin == self.edition
        frame = now if held else Frame(now.law, SLUG, NORM, now.entry, self.figures, now.borrowed, now.texts)
        shared = {name: getattr(self, name) for name in _SHARED}
        return Issue(frame=frame, prize_share=Fraction(self.prize_share), **shared)


_SHARED = ("code", "name", "kind", "tickets", "price", "ways", "presentation", "action", "prizes")


def published(issue: Issue, commitment: str, epoch: int = 0) -> Published:
    """Return the body of the entry that publishes an issue."""
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
    """A nonce mixed into the seed of an issue after a restore, and the head of each outlet's book then."""

    issue: str
    mixed: Mixed
    heads: Mapping[str, Head]


class Ticket(_Body, frozen=True):
    """A virtual ticket sold: its number in the issue, and its price."""

    issue: str
    number: int
    price: Cents


class Play(_Body, frozen=True):
    """A ticket that was played: the player's first act, its face, and its prize."""

    issue: str
    ticket: int  # number of its entry in the same book
    number: int  # in the issue
    act: int  # 0 if no one played it before the issue ended
    face: Face
    establishment: str = ""  # as printed on the voucher
    prize: Prize | None = None


class Payment(_Body, frozen=True):
    """A voucher that was paid, or exchanged."""

    issue: str
    voucher: str
    cents: Cents
    takes: Takes
    clause: str


class Lapse(_Body, frozen=True):
    """Vouchers not presented in time: all unpaid ones of an issue up to the day `through`."""

    issue: str
    through: date
    vouchers: int
    cents: Cents


class Advance(_Body, frozen=True):
    """Money that the organiser advanced for a prize."""

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
    """A sold ticket, as the terminal shows it."""

    code: str
    issue: str
    number: int
    price: Cents
    at: datetime


class PlayedTicket(msgspec.Struct, frozen=True):
    """A played ticket as the terminal shows it, with the voucher that it prints after a win."""

    ticket: str
    number: int
    face: Face
    voucher: Voucher | None = None
    code: str = ""  # of the voucher
    last_day: date | None = None  # of payment


class FoundVoucher(msgspec.Struct, frozen=True):
    """A voucher that was checked, with its last day and the book by which it was paid, if any."""

    code: str
    voucher: Voucher
    last_day: date
    paid: str
    together: tuple[Voucher, ...] = ()  # the prizes of a joint voucher


class PaidVoucher(msgspec.Struct, frozen=True):
    """A voucher that was paid or exchanged: the clause, and the document that entitles to a thing."""

    voucher: str
    cents: Cents
    takes: Takes
    clause: str
    at: datetime
    document: str = ""


# ---------------------------------------------------------------- keys and subjects


def issue_key(code: str) -> str:
    """Return the key under which an issue was published."""
    return f"issue/{code}"


def end_key(code: str) -> str:
    """Return the key under which an issue was ended."""
    return f"end/{code}"


def play_key(ticket: int) -> str:
    """Return the key under which the ticket with this number in its book was played."""
    return f"play/{ticket}"


def outlet_subject(outlet: str) -> str:
    """Return the subject whose state is an outlet's authorisation and establishment."""
    return f"{SLUG}/outlet/{outlet}"


def voucher_subject(code: Code) -> str:
    """Return the subject whose state is the book by which a voucher was paid."""
    return f"{SLUG}/voucher/{code}"


def lapsed_subject(issue: str) -> str:
    """Return the subject whose state is the day up to which vouchers of an issue have lapsed."""
    return f"{SLUG}/lapsed/{issue}"
