"""Sessions for use by programs: deeds as text, whole rounds, and forks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableMapping, MutableSequence
from copy import copy, deepcopy
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from novamas.equipment.chance import CommittedSource, Source
from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.house.nearest_refusal import MetRefusals
from novamas.house.stacked_deck import Stacked
from novamas.record import Writer, header_of
from novamas.table.deeds import Deed, Drawn, meant, wrong_part
from novamas.table.events import Event, Events
from novamas.table.game import Table
from novamas.table.notation import read
from novamas.table.phases import AnyPhase, follow, offered
from novamas.table.refusals import Refusal, Refused
from novamas.table.roles import CHANCE, CROUPIER, NOBODY, Who, write_who
from novamas.table.session import AUTOMATIC, Session, seat_at
from novamas.table.views import View

LONGEST_WAY = 1_000  # automatic deeds before a requested one
Player: TypeAlias = Callable[[View], Deed | str | None]  # decides for a seat from its view


class Sitting(Session):
    """A session at a table from `novamas.open`. The croupier and chance act automatically."""

    def __init__(
        self,
        table: Table,
        source: Source,
        *,
        cards: Stacked | None = None,
        cash: Mapping[int, int] | None = None,
        automatic: Iterable[Who] = AUTOMATIC,
    ) -> None:
        super().__init__(table.opening, source, automatic=automatic, cash=cash)
        self.table = table
        self.scripted_cards = cards

    def __repr__(self) -> str:
        waits = write_who(self.phase.turn)
        return (
            f"<{self.table.game.slug} under {self.table.frame.norm}: {self.rounds} rounds, waits for {waits}>"
        )

    # ---- deeds

    def read(self, deed: Deed | str, **parts: object) -> Deed:
        """Return the deed in a line such as "s1 bet rojo 10 €". Parameters may also be given by name."""
        if isinstance(deed, Deed) and not parts:
            return self._sound(deed)
        if not isinstance(deed, str):
            raise InvalidInput("unreadable_deed", given=quoted(deed))
        return read(self.table.game.deeds, deed, parts)

    def why_not(self, deed: Deed | str, eyes: Who | None = None, **parts: object) -> Refusal | None:
        """Return why a deed is not lawful now, or None. The deed is a value or a text.

        With `eyes`, a deed of another person is refused as `not_yours`, and nothing else is revealed.
        """
        return super().why_not(self.read(deed, **parts) if isinstance(deed, str) else deed, eyes)

    def _sound(self, deed: Deed) -> Deed:
        """Return a deed that a program has built. Raise `Refused` if a parameter is not valid."""
        sound = meant(deed)
        if wrong_part(sound) and (refusal := self.why_not(sound)) is not None:
            raise Refused(refusal, self.table.game.slug)
        return sound

    def do(self, deed: Deed | str, **parts: object) -> Events:
        """Do one deed, given as a value or as text. Necessary automatic deeds are done before it.

        The deed is done and recorded, or it is refused and nothing changes. Returns the events.
        """
        wanted = self.read(deed, **parts)
        try:
            return super().do(wanted)
        except Refused as refused:
            events: list[Event] = []
            for _ in range(self._way_to(wanted, refused.refusal)):
                step = self._by_itself()
                assert step is not None, "the fork knew what happens by itself"
                events.extend(super().do(step))
            return (*events, *super().do(wanted))

    def _way_to(self, deed: Deed, refusal: Refusal | None) -> int:
        """Return the number of automatic deeds that must come before a deed in this round.

        They are tried on a fork. Raise `Refused` if no number of them makes the deed lawful.
        """
        trial, met = self.fork(), MetRefusals(deed)
        for steps in range(LONGEST_WAY):
            if refusal is None:
                return steps
            if met and (trial.rounds > self.rounds or trial.phase.turn is NOBODY):
                break  # what the next round refuses is no reason now
            met.note(trial, refusal)
            with met.script_ending():
                step = trial._by_itself()
            if step is None:
                break
            Session.do(trial, step)
            refusal = trial.why_not(deed)
        raise met.refused()

    def _by_itself(self) -> Deed | None:
        """Return the next deed that needs no decision: an automatic one, or a player's only possible act."""
        turn, deed = self.phase.turn, self.next_deed()
        if deed is None and isinstance(turn, int) and CROUPIER in self.automatic:
            given = offered(self.phase, turn)
            deed = given[0].act if len(given) == 1 and not given[0].dials else None
        return deed

    def next_deed(self) -> Deed | None:
        """Return the next automatic deed, or None. Scripted cards come first."""
        if self.scripted_cards is not None and self.phase.turn is CHANCE and CHANCE in self.automatic:
            card = self.scripted_cards.next_card(self.phase)
            if card is not None:
                return Drawn(what=card)
        return super().next_deed()

    # ---- rounds

    def round(self, *bets: Deed | str, players: Mapping[int, Player] | None = None) -> Events:
        """Play to the end of a round, or to the end of the session. Returns the events.

        The bets are placed in order, each as soon as it is lawful, except those whose stake is still on the
        cloth. `players` has the players by seat. A player is asked whenever the table waits for that seat,
        and once at each pause. The answer `None` means no act, or the first offer if the seat must act.
        Other seats also take the first offer. At a pause, one of them does so if the table would close
        otherwise.
        """
        events: list[Event] = []
        deciding = _Deciding(self, players or {})
        for bet in map(self.read, bets):
            if not self._lies(bet):
                events.extend(self._go_on_to(bet, deciding))
        before = self.rounds
        while self.rounds == before and self.phase.turn is not NOBODY:
            events.extend(super().do(deciding.deed()))
        return tuple(events)

    def play(self, rounds: int, *bets: Deed | str, players: Mapping[int, Player] | None = None) -> int:
        """Play a number of rounds like `round`. Return their number, since a session may end early."""
        if not isinstance(rounds, int) or isinstance(rounds, bool) or rounds < 0:
            raise NovamasError("no_such_rounds", given=quoted(rounds))
        before = self.rounds
        while self.rounds < before + rounds and self.phase.turn is not NOBODY:
            self.round(*bets, players=players)
        return self.rounds - before

    def _lies(self, deed: Deed) -> bool:
        """Return whether a bet's stake is still on the cloth."""
        bet = getattr(deed, "bet", "") if deed.verb() == "bet" else ""
        return isinstance(deed.by, int) and self.phase.felt.on(deed.by, bet) > 0

    def _go_on_to(self, bet: Deed, deciding: _Deciding) -> Events:
        """Play on until a bet is lawful, and place it. Raise `Refused` if a round passes before."""
        events: list[Event] = []
        before, met = self.rounds, MetRefusals(bet)
        while (refusal := self.why_not(bet)) is not None:
            met.note(self, refusal)
            if self.rounds > before or self.phase.turn is NOBODY:
                raise met.refused()
            with met.script_ending():
                step = deciding.deed()
            events.extend(super().do(step))
        return (*events, *super().do(bet))

    # ---- results

    def net(self, seat: int) -> int:
        """Return a player's net win so far, in céntimos. Chips on the cloth count as the player's."""
        seat = seat_at(self.phase, seat)
        return self.ledger.players[seat] + self.phase.felt.of(seat)

    def save(self, path: str | PathLike[str], *, reveal: bool = False) -> str:
        """Write a sealed record of the session, which `novamas.replay` reads. Return its receipt.

        An existing file is never overwritten. `reveal` discloses the secret seed of a live table, from
        which anyone can compute the draws again. After that nothing can be drawn from the seed.
        """
        live = self.source if isinstance(self.source, CommittedSource) else None
        try:
            with Path(path).open("x", encoding="utf-8", newline="\n") as file:
                writer = Writer(file, header_of(self.table, self.source, cash=self.cash))
                for deed in self.deeds:
                    writer.deed(deed)
                writer.seal(*(live.reveal(), live.player_seed) if live and reveal else ())
        except OSError as fault:
            raise NovamasError("record_not_written", path=str(path), errno=fault.errno) from None
        except (TypeError, ValueError):
            raise NovamasError("record_not_written", text_key="no_path", given=quoted(path)) from None
        return writer.receipt

    def fork(self) -> Sitting:
        """Return a copy of the table for separate play. It has the same draws and no record."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, MutableSequence | MutableMapping):
                setattr(other, name, copy(value))
        other.source, other.scripted_cards = deepcopy((self.source, self.scripted_cards))
        other.log = None
        return other


class _Deciding:
    """The decisions of one round. The given players decide, and all other seats take the first offer."""

    def __init__(self, session: Sitting, players: Mapping[int, Player]) -> None:
        if not isinstance(players, Mapping) or not all(map(callable, players.values())):
            raise NovamasError("no_such_player", example="{1: decide}")
        self.session = session
        self.players = {seat_at(session.phase, seat): player for seat, player in players.items()}
        self._asked: set[tuple[int, type[AnyPhase]]] = set()  # asked at a pause: once in each type of phase

    def deed(self) -> Deed:
        """Return the next deed of the round."""
        turn = self.session.phase.turn
        if self.session.phase.pause:
            for seat in self.players:
                if (deed := self._asked_once(seat)) is not None:
                    return deed
        decided = self._ask(turn) if isinstance(turn, int) else None
        usual = decided or self.session.next_deed() or offered(self.session.phase, turn)[0].act
        return self._kept_open(usual) or usual

    def _kept_open(self, usual: Deed) -> Deed | None:
        """Return a first offer that keeps the table open, such as a bid for the bank, or None.

        It is needed if players may act, none has acted, and the croupier would close the table.
        """
        phase = self.session.phase
        if not phase.pause or follow(phase, usual, self.session.past)[0].turn is not NOBODY:
            return None
        for seat in range(1, phase.seats() + 1):
            if seat not in self.players and (given := self.session.offers(seat)):
                return given[0].act
        return None

    def _asked_once(self, seat: int) -> Deed | None:
        key = (seat, type(self.session.phase))
        if key in self._asked or seat == self.session.phase.turn:
            return None
        self._asked.add(key)
        return self._ask(seat)

    def _ask(self, seat: int) -> Deed | None:
        player = self.players.get(seat)
        decided = None if player is None else player(self.session.view(seat))
        return None if decided is None else self.session.read(decided)


def table_meant(thing: Table | Sitting) -> Table:
    """Return a table. If a session is given, return its table."""
    table = thing.table if isinstance(thing, Sitting) else thing
    if not isinstance(table, Table):
        raise NovamasError("no_such_table", given=type(thing).__name__)
    return table
