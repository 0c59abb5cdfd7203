"""Audit of spins in bulk: each bet is compared with the engine's outcome for the same pocket.

A round that has more than bets and a spin is played on the engine itself.
"""

from __future__ import annotations

from msgspec.structs import replace

from novamas.errors import RecordMismatch
from novamas.house.audit.continuation import ContinuedStep
from novamas.house.audit.departures import HOUSE, PLAYER, Departure, kind_of
from novamas.house.audit.detection import of_refusal, of_wrong
from novamas.house.audit.observations import Observer
from novamas.house.audit.payments import Due, wrong
from novamas.house.audit.rows import Row
from novamas.house.audit.tally import MAX_NAMES, Tally
from novamas.house.audit.wheel_returns import Outcome, Returns
from novamas.table.bets import parts_of
from novamas.table.events import Came, Payment
from novamas.table.game import Table
from novamas.table.phases import why_not
from novamas.table.refusals import Refusal, Refused
from novamas.table.results import Pocket

MAX_REMEMBERED = 200_000


class SpinAudit:
    """An audit of spins, for all wheels with the same set-up."""

    def __init__(self, file: str, table: Table, tally: Tally, observer: Observer) -> None:
        self.file = file
        self.game = table.game.slug
        self.tally = tally
        self.observer = observer
        self.returns = Returns(table)
        self.seats = table.opening.seats()
        observer.draws_from(self.returns.wheel)
        self._pockets = {self.returns.wheel.label(code): code for code, _ in self.returns.wheel.items()}
        self._right: dict[tuple[str, int, int | None, int], Outcome] = {}  # bets found correct, as a cache
        self._prisoners: dict[str, dict[tuple[int, str], Row]] = {}  # by table: stakes in prison

    def round(self, rows: list[Row]) -> None:
        """Audit one spin."""
        first = rows[0]
        result = next((row.result for row in rows if row.result), "")
        pocket = self._pockets.get(result)
        seen = self.observer.at(first.table)
        if pocket is None:
            self.tally.depart(self._no_pocket(first, result))
            self.tally.undecided += 1
            self._prisoners.pop(first.table, None)
            return
        self.observer.draw(seen, pocket)
        known = self._prisoners.get(first.table)
        caught: dict[tuple[int, str], Row] = {}
        stakes: dict[str, int] = {}
        win = 0
        for row in rows if len(rows) == 1 else together(rows):
            if row.bought:
                self.tally.buy(row.croupier, row.seat, row.bought)
            if not row.bet:
                continue
            outcome = self._bet(row, pocket, known)
            if outcome is None:
                continue
            if outcome.prisoner:
                caught[row.seat, outcome.prisoner] = row
                continue
            back = outcome.returned if row.returned is None else row.returned
            won = row.stake - back
            self.tally.bet(row.croupier, row.seat, row.stake, outcome.returned, back, won)
            spot = row.bet.partition("@")[0]
            stakes[spot] = stakes.get(spot, 0) + row.stake
            win += won
        recorded = {(row.seat, row.bet) for row in rows}
        for (seat, bet), row in (known or {}).items():
            if (seat, bet) in recorded:
                continue
            stayed = self._unrecorded(row, first, bet, pocket)
            if stayed is not None:
                caught[seat, stayed.bet] = stayed
                continue
            spot = bet.partition("@")[0]
            stakes[spot] = stakes.get(spot, 0) + row.stake
            win += row.stake
        if caught or first.table in self._prisoners or len(self._prisoners) < MAX_NAMES:
            self._prisoners[first.table] = caught
        self.observer.stake(seen, stakes, win)
        self.tally.round(first.croupier, {row.seat for row in rows if row.seat})

    def forget_prisoners(self, table: str) -> None:
        """Forget the stakes in prison at a table. They are unknown after a round on the engine."""
        self._prisoners.pop(table, None)

    def _bet(self, row: Row, pocket: int, known: dict[tuple[int, str], Row] | None) -> Outcome | None:
        """Audit one bet. Return its outcome, or None if the cloth does not have this bet."""
        key = row.bet, row.stake, row.returned, pocket
        right = self._right.get(key)
        if right is not None and row.seat <= self.seats and not row.chip:
            return right
        is_prisoner = "@" in row.bet
        if is_prisoner:
            refusal = self._why_no_prisoner(row, known)
        else:
            refusal = self._refusal(row)
        outcomes = self.returns.outcomes(row.bet, row.stake, pocket)
        if not outcomes:
            why = None if is_prisoner else refusal
            self.tally.depart(self._refused(row, why or self._not_listed(row), None))
            return None
        outcome = self._meant(row, outcomes)
        if refusal is not None:
            self.tally.depart(self._refused(row, refusal, outcome))
        if row.returned is not None and row.returned != outcome.returned:
            self.tally.depart(self._wrong(row, pocket, outcome))
        elif refusal is None and not is_prisoner and not row.chip and len(self._right) < MAX_REMEMBERED:
            self._right[key] = outcome
        return outcome

    @staticmethod
    def _meant(row: Row, outcomes: tuple[Outcome, ...]) -> Outcome:
        """Return the lawful outcome that the file states, or else the outcome that pays most."""
        for outcome in outcomes:
            if outcome.returned == row.returned:
                return outcome
        return max(outcomes, key=lambda outcome: outcome.returned)

    def _refusal(self, row: Row) -> Refusal | None:
        if row.seat > self.seats:
            return why_not(self.returns.betting, self.returns.deed(row.bet, row.stake, row.seat))
        return self.returns.refusal(row.bet, row.stake, row.chip)

    def _not_listed(self, row: Row) -> Refusal:
        return Refusal("not_listed", self.returns.betting.clause, dial="bet", given=row.bet)

    def _why_no_prisoner(self, row: Row, known: dict[tuple[int, str], Row] | None) -> Refusal | None:
        """Return why a stake cannot be in prison, or None if the last spin has imprisoned it.

        At the first spin of a file any stake may be in prison.
        """
        if known is None or (row.seat, row.bet) in known:
            return None
        spot = parts_of(row.bet).spot
        return Refusal("nothing_in_prison", self.returns.betting.clause, dial="bet", given=spot)

    # ---- departures

    def _refused(self, row: Row, refusal: Refusal, outcome: Outcome | None) -> Departure:
        deed = self.returns.deed(row.bet, row.stake, row.seat)
        happening = ContinuedStep(self.returns.betting, deed, (), refusal, kind_of(deed, refusal))
        found = self._placed(of_refusal(self.file, row.line, happening, self.game), row)
        if outcome is None or found.kind not in ("above_limit", "below_limit"):
            return found
        net = (outcome.returned - row.stake) * found.cents // row.stake
        return replace(found, gained=PLAYER if net > 0 else HOUSE if net < 0 else "", gain=abs(net))

    def _wrong(self, row: Row, pocket: int, outcome: Outcome) -> Departure:
        payment = outcome.payment and replace(
            outcome.payment, seat=row.seat, stake=row.stake, returned=outcome.returned
        )
        due = Due(outcome.returned, row.stake, () if payment is None else (payment,))
        assert row.returned is not None
        found = wrong(row.seat, row.bet, due, row.returned)
        wheel = self.returns.wheel
        came = Came(Pocket(wheel.label(pocket), str(wheel.colour(pocket))))
        return self._placed(of_wrong(self.file, row.line, found, [came]), row)

    def _unrecorded(self, row: Row, now: Row, bet: str, pocket: int) -> Row | None:
        """Audit a stake in prison that the file omits. Return its row if it remains in prison.

        Nothing is due if the spin takes it. If the spin frees it, its whole stake is still due.
        """
        outcomes = self.returns.outcomes(bet, row.stake, pocket)
        stayed = next((outcome.prisoner for outcome in outcomes if outcome.prisoner), "")
        if stayed:
            return row._replace(bet=stayed)
        due = max((outcome.returned for outcome in outcomes), default=0)
        self.tally.bet(now.croupier, row.seat, row.stake, due, 0, row.stake)
        if due:
            clause = self.returns.prison_clause(parts_of(bet).spot, row.stake)
            payment = Payment(row.seat, bet, row.stake, due, (clause,))
            found = wrong(row.seat, bet, Due(due, row.stake, (payment,)), 0)
            self.tally.depart(self._placed(of_wrong(self.file, now.line, found, []), now))
        return None

    def _no_pocket(self, row: Row, result: str) -> Departure:
        clause = self.returns.falling_clause()
        refusal = Refusal("cannot_be_drawn", clause, given=result)
        problem = RecordMismatch(
            "cannot_be_drawn",
            text_key="unlawful_deed",
            clause=clause,
            line=row.line,
            deed=result,
            why=Refused(refusal, self.game),
        )
        found = Departure(kind="impossible_card", file=self.file, line=row.line, clause=clause, found=result)
        return self._placed(replace(found, problem=problem), row)

    @staticmethod
    def _placed(found: Departure, row: Row) -> Departure:
        return replace(found, round=row.round, table=row.table, croupier=row.croupier)


def together(rows: list[Row]) -> list[Row]:
    """Merge the rows of one player on one spot into one bet."""
    found: dict[tuple[int, str], Row] = {}
    for row in rows:
        key = row.seat, row.bet
        was = found.get(key)
        if was is not None and row.bet:
            back = None if row.returned is None or was.returned is None else was.returned + row.returned
            row = row._replace(line=was.line, stake=was.stake + row.stake, returned=back)
        found[key] = row
    return list(found.values())
