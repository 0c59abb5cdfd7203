"""Sitting down at a table from a program: deeds as text, whole rounds, forks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableMapping, MutableSequence
from contextlib import suppress
from copy import copy, deepcopy
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from novamas.equipment.chance import CommittedSource, Source
from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.house.stacked_deck import Stacked
from novamas.record import Writer, header_of
from novamas.table.deeds import Deed, Drawn, meant, wrong_part
from novamas.table.events import Event, Events
from novamas.table.game import Table
from novamas.table.notation import read
from novamas.table.phases import AnyPhase, game_of, offered
from novamas.table.refusals import Refusal, Refused
from novamas.table.roles import CHANCE, CROUPIER, NOBODY, Who, write_who
from novamas.table.session import AUTOMATIC, Session, seat_at
from novamas.table.views import View

LONGEST_WAY = 1_000  # deeds by themselves before one that is asked for
Player: TypeAlias = Callable[[View], Deed | str | None]  # what a seat does by what it sees


class Sitting(Session):
    """A session at a table that `novamas.open` opened; croupier and chance do their part by themselves."""

    def __init__(
        self,
        table: Table,
        source: Source,
        *,
        deck: Stacked | None = None,
        cash: Mapping[int, int] | None = None,
        automatic: Iterable[Who] = AUTOMATIC,
    ) -> None:
        super().__init__(table.opening, source, automatic=automatic, cash=cash)
        self.table = table
        self.deck = deck

    def __repr__(self) -> str:
        waits = write_who(self.phase.turn)
        return (
            f"<{self.table.game.slug} under {self.table.frame.norm}: {self.rounds} rounds, waits for {waits}>"
        )

    # ---- deeds

    def read(self, deed: Deed | str, **parts: object) -> Deed:
        """The deed that a line says, such as "s1 bet rojo 10 €"; its parts may be given by their names."""
        if isinstance(deed, Deed) and not parts:
            return self._sound(deed)
        if not isinstance(deed, str):
            raise InvalidInput("unreadable_deed", given=quoted(deed))
        return read(self.table.game.deeds, deed, parts)

    def _sound(self, deed: Deed) -> Deed:
        """A deed that a program built, all of whose parts are such as they can be; or it is refused."""
        sound = meant(deed)
        if wrong_part(sound) and (refusal := self.why_not(sound)) is not None:
            raise Refused(refusal, self.table.game.slug)
        return sound

    def do(self, deed: Deed | str, **parts: object) -> Events:
        """One deed, as a value or as text; what happens by itself before it can be done happens first.

        It is done and recorded, or refused and nothing changes. What was noticed is given back.
        """
        wanted = self.read(deed, **parts)
        try:
            return super().do(wanted)
        except Refused as refused:
            told: list[Event] = []
            for _ in range(self._way_to(wanted, refused.refusal)):
                step = self._by_itself()
                assert step is not None, "the fork knew what happens by itself"
                told.extend(super().do(step))
            return (*told, *super().do(wanted))

    def _way_to(self, deed: Deed, refusal: Refusal | None) -> int:
        """After how many deeds by themselves, within this round, a deed is lawful: a fork tries it out."""
        trial, met = self.fork(), _Met()
        with suppress(InvalidInput):  # a script has ended
            for steps in range(LONGEST_WAY):
                if refusal is None:
                    return steps
                met.note(trial, deed, refusal)
                step = trial._by_itself()
                if step is None or trial.rounds > self.rounds:
                    break
                Session.do(trial, step)
                refusal = trial.why_not(deed)
        raise Refused(met.most_telling(), self.table.game.slug)

    def _by_itself(self) -> Deed | None:
        """What happens next without anybody's decision: what is automatic, or all that somebody can do."""
        turn, deed = self.phase.turn, self.next_deed()
        if deed is None and isinstance(turn, int) and CROUPIER in self.automatic:
            given = offered(self.phase, turn)
            deed = given[0].act if len(given) == 1 and not given[0].dials else None
        return deed

    def next_deed(self) -> Deed | None:
        """What the table waits for, where it is automatic; cards come from a known deck, if there is one."""
        if self.deck is not None and self.phase.turn is CHANCE and CHANCE in self.automatic:
            card = self.deck.next_card(self.phase)
            if card is not None:
                return Drawn(what=card)
        return super().next_deed()

    # ---- rounds

    def round(self, *bets: Deed | str, players: Mapping[int, Player] | None = None) -> Events:
        """On to the end of a round, or of the session; what was noticed is given back.

        The bets are laid in order as soon as they are lawful, but for those whose stake has stayed on the
        cloth. Players, by seat, are asked when the table waits for them, and once whenever it pauses; `None`
        is nothing, or what is offered first where something must be done. So do all who are not named.
        """
        told: list[Event] = []
        deciding = _Deciding(self, players or {})
        for bet in map(self.read, bets):
            if not self._lies(bet):
                told.extend(self._go_on_to(bet, deciding))
        before = self.rounds
        while self.rounds == before and self.phase.turn is not NOBODY:
            told.extend(super().do(deciding.deed()))
        return tuple(told)

    def play(self, rounds: int, *bets: Deed | str, players: Mapping[int, Player] | None = None) -> int:
        """So many rounds, each as `round` plays it; how many they were, for a session may end before."""
        if not isinstance(rounds, int) or isinstance(rounds, bool) or rounds < 0:
            raise NovamasError("no_such_rounds", given=quoted(rounds))
        before = self.rounds
        while self.rounds < before + rounds and self.phase.turn is not NOBODY:
            self.round(*bets, players=players)
        return self.rounds - before

    def _lies(self, deed: Deed) -> bool:
        """Has the stake of a bet stayed on the cloth?"""
        bet = getattr(deed, "bet", "") if deed.verb() == "bet" else ""
        return isinstance(deed.by, int) and self.phase.felt.on(deed.by, bet) > 0

    def _go_on_to(self, bet: Deed, deciding: _Deciding) -> Events:
        """On until a bet is lawful, and it is laid; `Refused` where a round passes without that."""
        told: list[Event] = []
        before, met = self.rounds, _Met()
        while (refusal := self.why_not(bet)) is not None:
            met.note(self, bet, refusal)
            if self.rounds > before or self.phase.turn is NOBODY:
                raise Refused(met.most_telling(), self.table.game.slug)
            told.extend(super().do(deciding.deed()))
        return (*told, *super().do(bet))

    # ---- what has come of it

    def net(self, seat: int) -> int:
        """What a player has won or lost so far, in céntimos; what he has on the cloth is still his."""
        seat = seat_at(self.phase, seat)
        return self.ledger.players[seat] + self.phase.felt.of(seat)

    def save(self, path: str | PathLike[str], *, reveal: bool = False) -> str:
        """Write the record of what was played, sealed, for `novamas.replay`; its receipt is given back.

        No file is ever written over. To `reveal` is to tell the secret seed of a live table, by which
        anybody can compute the draws again; nothing is drawn from it any more.
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
            raise NovamasError("record_not_written", told_as="no_path", given=quoted(path)) from None
        return writer.receipt

    def fork(self) -> Sitting:
        """The same table as it stands, to be played on apart: chance brings the same, nothing is recorded."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, MutableSequence | MutableMapping):
                setattr(other, name, copy(value))
        other.source, other.deck, other.ledger = deepcopy((self.source, self.deck, self.ledger))
        other.log = None
        return other


class _Deciding:
    """Who does what in one round: players as they decide, everybody else what is offered first."""

    def __init__(self, session: Sitting, players: Mapping[int, Player]) -> None:
        if not isinstance(players, Mapping) or not all(map(callable, players.values())):
            raise NovamasError("no_such_player", example="{1: decide}")
        self.session = session
        self.players = {seat_at(session.phase, seat): player for seat, player in players.items()}
        self._asked: set[tuple[int, type[AnyPhase]]] = set()  # at pauses, each once

    def deed(self) -> Deed:
        """What is done next."""
        turn = self.session.phase.turn
        if self.session.phase.pause:
            for seat in self.players:
                if (deed := self._asked_once(seat)) is not None:
                    return deed
        decided = self._ask(turn) if isinstance(turn, int) else None
        return decided or self.session.next_deed() or offered(self.session.phase, turn)[0].act

    def _asked_once(self, seat: int) -> Deed | None:
        moment = (seat, type(self.session.phase))
        if moment in self._asked or seat == self.session.phase.turn:
            return None
        self._asked.add(moment)
        return self._ask(seat)

    def _ask(self, seat: int) -> Deed | None:
        player = self.players.get(seat)
        answer = None if player is None else player(self.session.view(seat))
        return None if answer is None else self.session.read(answer)


def table_meant(thing: Table | Sitting) -> Table:
    """The table itself, or the one at which a session sits."""
    table = thing.table if isinstance(thing, Sitting) else thing
    if not isinstance(table, Table):
        raise NovamasError("no_such_table", given=type(thing).__name__)
    return table


class _Met:
    """The refusals that a deed met with at one moment after another."""

    def __init__(self) -> None:
        self._timely: list[Refusal] = []  # when such deeds were lawful, so that they speak of this very one
        self._others: list[Refusal] = []

    def note(self, session: Session, deed: Deed, refusal: Refusal) -> None:
        """One more; where nobody sits, there is nothing to wait for."""
        if refusal.code == "no_such_seat":
            raise Refused(refusal, game_of(session.phase))
        if isinstance(deed, Drawn):
            is_time = session.phase.turn is CHANCE
        else:
            is_time = any(type(offer.act) is type(deed) for offer in session.offers(deed.by))
        (self._timely if is_time else self._others).append(refusal)

    def most_telling(self) -> Refusal:
        """The first that speaks of the deed itself, not only of the moment."""
        return (self._timely or self._others)[0]
