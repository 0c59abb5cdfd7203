"""Audit of a record: each deed is replayed, and each round is compared with the claims about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from heapq import merge
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from novamas.equipment.chance import Draws, Scripted
from novamas.equipment.pieces import piece_name
from novamas.equipment.shoe import Shoe
from novamas.equipment.wheels import Wheel
from novamas.house.audit.card_order import RoundCards, canonical_words, disorders
from novamas.house.audit.continuation import ContinuedSession, ContinuedStep
from novamas.house.audit.departures import Departure
from novamas.house.audit.detection import is_open, of_break, of_disorder, of_refusal, of_wrong, with_gain
from novamas.house.audit.observations import Observer
from novamas.house.audit.payments import Paying, Wrong
from novamas.house.audit.tally import Tally
from novamas.record import Broken, ChainBreak, Record
from novamas.record.claims import Claimed
from novamas.record.replay import engine_of, other_seed
from novamas.table.bets import parts_of
from novamas.table.conduct import Conduct
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import POT, Bought, Event, RoundOver, Took
from novamas.table.phases import AnyPhase, Incident, why_not
from novamas.table.roles import CHANCE

OF_TURNS = ("unlawful_act", "unlawful_bet", "missing_step", "misapplied_irregularity")
TIPS = "propinas"  # the croupiers' box of tips: not a win of the house


class RecordRound:
    """A round of a record, while it is audited."""

    def __init__(self, number: int, start: AnyPhase) -> None:
        self.number = number
        self.start = start  # phase before the round
        self.paying = Paying()
        self.laying = RoundCards()
        self.showed: list[Event] = []
        self.bought: list[Bought] = []
        self.took: list[Took] = []
        self.found: list[Departure] = []
        self.drawn: list[int] = []  # cards and pockets, as they came
        self.stakes: dict[tuple[int, str], int] = {}  # on the cloth when the betting closed
        self.left_out = False  # a deed was omitted, so that another refusal ends the round
        self.missed: list[int] = []  # draws after the round was lost
        self.is_lost = False
        self.began_unsure = self.began_after_loss = False


class RecordAudit:
    """An audit of a record from its first line to its last."""

    def __init__(
        self, path: Path, record: Record, breaks: tuple[ChainBreak, ...], tally: Tally, observer: Observer
    ) -> None:
        self.file = str(path)
        self.record = record
        self.breaks = breaks
        self.tally = tally
        self.observer = observer
        self.session = ContinuedSession(
            record.table.opening, Scripted(()), automatic=(), cash=record.header.cash
        )
        self.tells_cards = any(claim.laid is not None for _, claim in record.claims)
        self.source = record.source() if other_seed(record) is None else None
        self._seen_cards = 0  # size of the shoe at the last draw
        self._is_spoiled = False  # cards of this shoe no longer follow from the seed
        self.unsure_bets: set[tuple[object, str]] = set()  # possibly on the cloth after an undecided round
        self.has_lost = False  # a round was lost: turn and bank may have passed to others since
        self.is_unsure = False  # until a round fully agrees with the law again
        self.rounds = 0
        self.round = self._new_round()
        self.ended: RecordRound | None = None

    def run(self) -> None:
        """Audit all lines of the record."""
        with engine_of(self.record):
            self._all_lines()

    def _all_lines(self) -> None:
        for broken in (*self.breaks, *filter(None, [other_seed(self.record)])):
            self.tally.depart(of_break(self.file, broken))
        for line, item in self._items():
            if isinstance(item, Claimed):
                self._claim(line, item)
            else:
                self._deed(line, item)
        self._close(None)

    def _items(self) -> Iterator[tuple[int, Any]]:
        """Return the deeds and claims of the record in the order of their lines."""
        return merge(self.record.numbered(), self.record.claims, key=lambda item: item[0])

    def _new_round(self) -> RecordRound:
        self.rounds += 1
        found = RecordRound(self.rounds, self.session.phase)
        found.began_unsure, found.began_after_loss = self.is_unsure, self.has_lost
        return found

    # ---- deeds

    def _deed(self, line: int, deed: Deed) -> None:
        if self.ended is not None:
            self._close(None)
        if self.round.is_lost and not self._resumes(deed):
            if isinstance(deed, Drawn):
                self.round.missed.append(deed.what)
            return
        happening = self.session.happen(deed)
        self._check_draw(line, deed, happening.before)
        if happening.remedy is not None:
            self._refused(line, happening)
        for each in (*happening.calls, happening):
            self._enter(each)

    def _enter(self, happening: ContinuedStep) -> None:
        """Add a deed's events to the round. If the round ends, claims about it may follow."""
        round, deed = self.round, happening.deed
        round.paying.enter(deed, happening.events)
        if isinstance(deed, Drawn) and happening.remedy in (None, "forced"):
            round.drawn.append(deed.what)
        if self.tells_cards and happening.remedy not in ("left_out", "lost"):
            round.laying.enter(happening.before, deed, happening.events)
        for event in happening.events:
            match event:
                case _ if is_open(event):
                    round.showed.append(event)
                case Bought():
                    round.bought.append(event)
                case Took(bet=bet) if bet != TIPS:
                    round.took.append(event)
                case _:
                    pass
        if deed.verb() == "no_va_mas":
            round.stakes = {(seat, bet): cents for seat, bet, cents in happening.before.felt.chips}
        if any(isinstance(event, RoundOver) for event in happening.events):
            self.ended, self.round = round, self._new_round()

    def _refused(self, line: int, happening: ContinuedStep) -> None:
        """Add a departure for an unlawful deed. A second one after an omitted deed loses the round."""
        round, deed, refusal = self.round, happening.deed, happening.refusal
        if refusal is None or (happening.remedy in ("left_out", "lost") and round.left_out):
            self._lose()
            return
        key = (deed.by, getattr(deed, "bet", ""))
        if key in self.unsure_bets:
            return
        if round.began_after_loss:
            self.unsure_bets.add(key)  # it may have been lawful: the cloth is uncertain
        found = of_refusal(self.file, line, happening, self.record.header.game)
        if isinstance(deed, Drawn) and happening.before.turn is CHANCE:
            found = replace(found, found=drawn_word(happening.before.draws(), deed.what))
        round.found.append(found)
        round.left_out = round.left_out or (
            happening.remedy == "left_out" and not isinstance(deed, Incident | Conduct)
        )
        if happening.remedy == "lost":
            self._lose()

    def _lose(self) -> None:
        """Mark the round as lost, which means that it can no longer be decided."""
        self.round.is_lost = True
        self.source = None  # its next draw is not known
        self.is_unsure = self.has_lost = True
        self._doubt_what_lies()

    def _doubt_what_lies(self) -> None:
        self.unsure_bets |= {(seat, bet) for seat, bet, _ in self.session.phase.felt.chips}

    def _resumes(self, deed: Deed) -> bool:
        """Return whether a deed begins the next round after a lost one. The table is then set for it."""
        if isinstance(deed, Drawn | Incident) or not (self.round.drawn or self.round.missed):
            return False
        start = self.round.start
        if start.felt.purses or why_not(start, deed) is not None:
            return False
        self._give_up()
        return True

    def _give_up(self, claimed: Claimed | None = None) -> None:
        """Finish a lost round and begin the next round."""
        lost = self.round
        self.session.finish(lost.missed, lost.start)
        self._doubt_what_lies()
        self._settle(lost, claimed)
        self.round = self._new_round()

    # ---- draws

    def _check_draw(self, line: int, deed: Deed, phase: AnyPhase) -> None:
        """Compare a draw with the draw from the seed. In a shoe only the first difference is reported."""
        if not isinstance(deed, Drawn) or phase.turn is not deed.by:
            return
        draws = phase.draws()
        self.observer.draws_from(draws, phase.clause)
        if self.source is None:
            return
        if isinstance(draws, Shoe):
            self._is_spoiled = self._is_spoiled and draws.total <= self._seen_cards
            self._seen_cards = draws.total
        drawn = self.source.draw(draws)
        if drawn == deed.what or (self._is_spoiled and isinstance(draws, Shoe)):
            return
        self._is_spoiled = isinstance(draws, Shoe)
        if not draws.may_bring(deed.what):
            self.source = None  # its later draws are not known
        else:
            self.round.found.append(
                Departure(
                    kind="other_draw",
                    file=self.file,
                    line=line,
                    clause=phase.clause,
                    expected=drawn_word(draws, drawn),
                    found=drawn_word(draws, deed.what),
                    problem=Broken(ChainBreak("other_draw", line, drawn, deed.what)),
                )
            )

    # ---- rounds

    def _claim(self, line: int, claimed: Claimed) -> None:
        """Check the claims about the last finished round."""
        if self.round.is_lost:
            self._give_up(claimed)
        elif self.ended is not None:
            self._check(line, self.ended, claimed)
            self._close(claimed)
        else:
            self._check(line, self.round, claimed)
            self._settle(self.round, claimed)
            self.round = self._new_round()

    def _check(self, line: int, round: RecordRound, claimed: Claimed) -> None:
        """Compare the payments and cards of a round with its claims."""
        for wrong in round.paying.wrongs(claimed.paid) if claimed.paid is not None else ():
            if self._may_have_lain(wrong):
                continue  # since an undecided round
            round.found.append(of_wrong(self.file, line, wrong, round.showed))
        laid = None if claimed.laid is None else canonical_words(claimed.laid)
        for each in disorders(round.laying.all(), laid) if laid is not None else ():
            round.found.append(of_disorder(self.file, line, each, sum(round.stakes.values())))

    def _may_have_lain(self, wrong: Wrong) -> bool:
        """Return whether a bet may come from an earlier undecided round."""
        if (wrong.seat, wrong.bet) in self.unsure_bets:
            return True
        kinds = {(seat, parts_of(bet).kind) for seat, bet in self.unsure_bets}
        return not wrong.due.stake and (wrong.seat, parts_of(wrong.bet).kind) in kinds

    def _close(self, claimed: Claimed | None) -> None:
        if self.ended is not None:
            self._settle(self.ended, claimed)
            self.ended = None
        elif claimed is None and self.round.found:  # the record ends within a round
            self._settle(self.round, None)

    def _leave_out_doubtful(self, round: RecordRound) -> None:
        """Drop departures that an earlier undecided round may have caused."""
        sure = round.found
        if round.began_unsure:
            self.is_unsure = bool(sure) or round.is_lost or bool(round.start.felt.purses)
            sure = []
        elif round.began_after_loss:
            sure = [found for found in sure if found.kind not in OF_TURNS]
        self.tally.undecided += round.is_lost or sure != round.found
        round.found = sure
        if self.round is not round:  # the next round has already begun
            self.round.began_unsure = self.is_unsure

    def _settle(self, round: RecordRound, claimed: Claimed | None) -> None:
        """Report the departures of a round, and add the round to the totals."""
        said = claimed or Claimed()
        self._leave_out_doubtful(round)
        for found in round.found:
            whose = replace(
                found, round=said.round or str(round.number), table=said.table, croupier=said.croupier
            )
            self.tally.depart(with_gain(whose, round.paying))
        round.found.clear()
        win = 0
        paid = None if said.paid is None else {(seat, bet): cents for seat, bet, cents in said.paid}
        for (seat, bet), due in round.paying.due.items():
            back = due.returned if paid is None else paid.get((seat, bet), 0)
            if due.returned == 0:
                self.unsure_bets.discard((seat, bet))
            won = due.stake - back if due.is_of_house else 0
            self.tally.bet(said.croupier, seat, due.stake, due.returned, back, won)
            win += won
        for took in round.took:
            self.tally.take(said.croupier, None if took.seat == POT else took.seat, took.cents)
        for bought in round.bought:
            self.tally.buy(said.croupier, bought.seat, bought.cents)
        self.tally.round(said.croupier, {seat for seat, _ in round.paying.due})
        if not round.is_lost:
            self.observer.round(round.drawn, round.stakes, round.paying.due, win, said.table)


def drawn_word(draws: Draws, what: int) -> str:
    """Return a draw in a notation that people can read."""
    if isinstance(draws, Wheel):
        return draws.label(what) if draws.may_bring(what) else str(what)
    with suppress(LookupError):
        return piece_name(what) if isinstance(draws, Shoe) and what >= 0 else str(what)
    return str(what)
