"""Requests and responses of a pool's terminals, which server and client share."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from novamas.money import Cents
from novamas.pools.promotrot.issues import Prize
from novamas.pools.promotrot.setup import Action, Kind, Presentation
from novamas.pools.promotrot.vouchers import Takes
from novamas.protocol.requests import Amount, Line, Number, RequestBody

Right = Literal["sell", "pay", "office"]
RIGHTS: tuple[Right, ...] = get_args(Right)


class TicketRequest(RequestBody, frozen=True):
    """A virtual ticket to buy: its issue, and the amount paid in céntimos."""

    issue: Line
    paid: Amount


class PlayRequest(RequestBody, frozen=True):
    """A virtual ticket to play: its code, and the first cell or the horse that the player picks."""

    ticket: Line
    act: Number


class VoucherRequest(RequestBody, frozen=True):
    """A voucher to redeem, for money or for the prize in kind."""

    voucher: Line
    takes: Takes = "money"


class IssuePayload(msgspec.Struct, frozen=True):
    """An issue as terminals offer it to players."""

    code: str
    name: str
    kind: Kind
    tickets: int
    price: Cents
    presentation: Presentation
    action: Action
    prizes: tuple[Prize, ...]


class Terminal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A terminal: its outlet and its rights."""

    outlet: str
    may: tuple[Right, ...]
