"""Audit of a file of rounds: spins in bulk, and rounds of cards on the engine, shoe by shoe."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from msgspec.structs import replace

from novamas.equipment.pieces import piece_name
from novamas.errors import NovamasError
from novamas.games import GAMES, game
from novamas.house.audit.departures import Departure
from novamas.house.audit.engine_round import EngineRound, PlayedRound, cards_of
from novamas.house.audit.observations import Observer
from novamas.house.audit.rows import Row, words_of
from novamas.house.audit.spins import SpinAudit
from novamas.house.audit.tally import MAX_NAMES, Tally
from novamas.table.game import Table


class ShoeOfTable:
    """The cards that have come from one shoe so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.came: Counter[int] = Counter()


class TableAudit:
    """An audit of the rounds in one file, which were played at tables with one set-up."""

    def __init__(self, path: Path, table: Table, tally: Tally, observer: Observer) -> None:
        if not table.game.audited_by:
            known = tuple(sorted((slug for slug in GAMES if game(slug).audited_by), key=_wheels_first))
            raise NovamasError("rounds_of_other_game", game=table.game.slug, known=known)
        self.path = path
        self.table = table
        self.tally = tally
        self.observer = observer
        is_wheel = table.game.audited_by == "spins"
        self.spins = SpinAudit(str(path), table, tally, observer) if is_wheel else None
        self._shoes: dict[str, ShoeOfTable] = {}  # by table
        self._deck: Counter[int] | None = None

    def round(self, rows: list[Row]) -> None:
        """Audit one round: in bulk if it has only bets and a spin, or else on the engine."""
        plain = not any(row.acts or row.irregularity for row in rows)
        if self.spins is not None and plain:
            self.spins.round(rows)
        else:
            self._on_engine(rows)

    def _on_engine(self, rows: list[Row]) -> None:
        first = rows[0]
        words = words_of(next((row.cards for row in rows if row.cards), ""))
        is_new = self._is_new_shoe(first)
        playing = EngineRound(str(self.path), self.table, rows, is_new, self.observer)
        played = playing.play()
        if self.spins is not None:
            self.spins.forget_prisoners(first.table)
        for found in (*self._too_many(first, words, played), *played.found):
            placed = replace(found, round=first.round, table=first.table, croupier=first.croupier)
            self.tally.depart(placed)
        self._count(first, rows, played)

    def _is_new_shoe(self, row: Row) -> bool | None:
        """Return whether this round begins a shoe, or None if only its cards can show it.

        None is returned for the first round of a table, and if the file does not name shoes.
        """
        now = self._shoes.get(row.table)
        if not row.shoe or (now is None and len(self._shoes) >= MAX_NAMES):
            return None
        if now is not None and now.name == row.shoe:
            return False
        self._shoes[row.table] = ShoeOfTable(row.shoe)
        return None if now is None else True

    def _too_many(self, row: Row, words: list[str], played: PlayedRound) -> list[Departure]:
        """Return departures for the cards that came more often than the decks in this shoe contain them."""
        shoe = self._shoes.get(row.table)
        deck = self.observer.deck
        if shoe is None or not deck or any(found.kind == "impossible_card" for found in played.found):
            return []
        found = []
        for card, count in cards_of(words).items():
            shoe.came[card] += count
            if card in deck and shoe.came[card] > deck[card]:
                shoe.came[card] -= count
                found.append(
                    Departure(
                        kind="impossible_card",
                        file=str(self.path),
                        line=row.line,
                        clause=self.observer.shoe_clause,
                        found=piece_name(card),
                        cents=sum(played.stakes.values()),
                    )
                )
        return found

    def _count(self, first: Row, rows: list[Row], played: PlayedRound) -> None:
        paid = {(seat, bet): returned for seat, bet, returned in played.claimed}
        win = 0
        for (seat, bet), due in played.paying.due.items() if played.is_decided else ():
            back = paid.get((seat, bet), due.returned)
            self.tally.bet(first.croupier, seat, due.stake, due.returned, back, due.stake - back)
            win += due.stake - back
        for row in rows:
            if row.bought:
                self.tally.buy(row.croupier, row.seat, row.bought)
        self.tally.undecided += not played.is_decided
        if played.is_decided:
            self.observer.round(played.drawn, played.stakes, played.paying.due, win, first.table)
        self.tally.round(first.croupier, {row.seat for row in rows if row.seat})


def _wheels_first(slug: str) -> tuple[bool, str]:
    return game(slug).audited_by != "spins", slug
