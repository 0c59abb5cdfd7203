"""Converter of the snapshots that versions before `novamas.hall.tables.state` wrote."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from novamas.hall.tables.state import Bank, RecordEnd, Seat, TableState, Waits
from novamas.money import Cents
from novamas.table.events import Came
from novamas.table.game import Game
from novamas.table.ledger import Ledger
from novamas.table.roles import Role
from novamas.table.session import SessionState


class OldSnapshot(Struct, frozen=True, forbid_unknown_fields=True):
    """A table between two rounds, as earlier versions saved it."""

    number: int
    moment: int
    phase: msgspec.Raw
    deeds: int
    rounds: int
    results: tuple[Came, ...]
    players: dict[int, Cents]
    cloth: tuple[tuple[int, str, Cents], ...]
    bought: dict[int, Cents]
    jackpots: dict[str, Cents]
    linked: dict[str, Cents]
    house: Cents
    cash: dict[int, Cents]
    seats: dict[int, Seat]
    roles: dict[Role, str]
    names: dict[str, str]
    bank: Cents
    fills: Cents
    credits: Cents
    link: str
    lines: int
    position: int
    is_closing: bool
    touched: int = 0  # the last four fields were added later
    touched_moment: int = 0
    slips: int = 0
    is_stopped: bool = False


def read_old(saved: bytes, game: Game) -> TableState:
    """Return the state in an old snapshot. It was taken when a round began, so nothing was awaited."""
    old = msgspec.json.decode(saved, type=OldSnapshot)
    ledger = Ledger()
    ledger.players.update(old.players)
    ledger.cloth.update({(seat, bet): cents for seat, bet, cents in old.cloth})
    ledger.bought.update(old.bought)
    ledger.jackpots.update(old.jackpots)
    ledger.linked.update(old.linked)
    ledger.house = old.house
    session: SessionState = SessionState(
        game.load(old.phase), old.deeds, old.rounds, old.results, ledger=ledger, cash=old.cash
    )
    return TableState(
        session=session,
        number=old.number,
        moment=old.moment,
        seats=old.seats,
        roles=old.roles,
        names=old.names,
        waits=Waits(
            since=old.number,
            awaited=old.number,
            awaited_moment=old.moment,
            touched=old.touched,
            touched_moment=old.touched_moment or old.moment,
        ),
        bank=Bank(old.bank, old.fills, old.credits, old.slips),
        record=RecordEnd(old.link, old.lines),
        position=old.position,
        is_stopped=old.is_stopped,
        is_closing=old.is_closing,
    )
