"""Replay of a file's round on the engine, with its bets, cards, acts and irregularities."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile

from msgspec import Struct, field
from msgspec.structs import replace

from novamas.equipment.chance import Scripted
from novamas.equipment.draws import read_draw
from novamas.equipment.pieces import piece_name
from novamas.equipment.shoe import Shoe
from novamas.equipment.wheels import Wheel
from novamas.errors import InvalidInput, NovamasError
from novamas.house.audit.card_order import RoundCards, canonical_words, disorders
from novamas.house.audit.continuation import ContinuedSession, ContinuedStep
from novamas.house.audit.departures import Departure, kind_of, stakes
from novamas.house.audit.detection import is_open, of_disorder, of_refusal, of_wrong, with_gain
from novamas.house.audit.observations import Observer
from novamas.house.audit.payments import Due, Paying, Wrong
from novamas.house.audit.rows import Row, parts_of_line, words_of
from novamas.house.stacked_deck import place_drawn
from novamas.record.claims import BURN, UNSEEN, Paid
from novamas.table.bets import parts_of
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Burned, Event, Slid, Staked
from novamas.table.game import Table
from novamas.table.notation import read
from novamas.table.phases import AnyPhase, Incident, offered
from novamas.table.refusals import Refusal
from novamas.table.roles import CHANCE, CROUPIER, NOBODY

LONGEST_ROUND = 2_000  # deeds
CONSENTS = ("consent", "consent_at")  # possible as soon as the consenting player has a bet there
MAX_TIMES = 60  # imprisonments after which a stake can still be worth a céntimo


class Pending(Struct):
    """A deed of the file that has not been possible so far, with its first refusal."""

    line: int
    deed: Deed
    refusal: Refusal | None = None
    after: int = 0  # number of draws of the round that come before it
    waits: bool = True  # whether the deeds after it wait for it


class PlayedRound(Struct):
    """The results of a round that was played on the engine."""

    found: list[Departure] = field(default_factory=list)
    paying: Paying = field(default_factory=Paying)
    drawn: list[int] = field(default_factory=list)
    stakes: dict[tuple[int, str], int] = field(default_factory=dict)
    claimed: list[Paid] = field(default_factory=list)
    is_decided: bool = True


class EngineRound:
    """A round of a file that is being played on the engine."""

    def __init__(
        self, file: str, table: Table, rows: list[Row], begins_shoe: bool | None, observer: Observer
    ) -> None:
        self.file = file
        self.table = table
        self.observer = observer
        self.rows = rows
        self.line = rows[0].line
        self.deeds = {kind.verb(): kind for kind in table.game.deeds}
        self.cards_in_file = canonical_words(words_of(next((row.cards for row in rows if row.cards), "")))
        self.result = next((row.result for row in rows if row.result), "")
        self.begins_shoe = self._begins_shoe() if begins_shoe is None else begins_shoe
        self.session = ContinuedSession(table.opening, Scripted(()), automatic=())
        self.laying = RoundCards()
        self.showed: list[Event] = []
        self.names: dict[tuple[int, str], str] = {}  # name of each bet on the cloth
        self.doubtful: list[tuple[Row, Departure]] = []  # refused bets: no departure if the round pays them
        self.out = PlayedRound()
        self._base = 0  # position of the first card in the file
        self._left = list(self.cards_in_file)  # cards of the file, with missing burns inserted

    def play(self) -> PlayedRound:
        """Play the round to its end. Return its results, with all departures."""
        self._set_table()
        pending = deque(self._pending())
        for _ in range(LONGEST_ROUND):
            if self.session.rounds or self.session.phase.turn is NOBODY or not self.out.is_decided:
                break
            self._step(pending)
        self._leftover(pending)
        if self.out.is_decided:
            self._compare()
        self.out.found = [with_gain(found, self.out.paying) for found in self.out.found]
        return self.out

    # ---- before the round

    def _begins_shoe(self) -> bool:
        """Return whether these cards begin a new shoe: they have a burn, and cards shown before it.

        In a round with an irregularity, a card shown and put away may only have been exposed too early.
        """
        preset = [*takewhile(lambda word: word.startswith("shoe="), self.cards_in_file)]
        burns = self.cards_in_file[len(preset) : len(preset) + 1] == [BURN]
        is_odd = any(row.irregularity or "floor" in row.acts for row in self.rows)
        return burns or (bool(preset) and not is_odd)

    def _set_table(self) -> None:
        """Bring the table to its state before the first bet.

        Unless the round begins a shoe, the table already uses one.
        """
        if not self.begins_shoe:
            while not self._may_bet():
                phase = self.session.phase
                if phase.turn is CHANCE:
                    self.observer.draws_from(phase.draws(), phase.clause)
                    self.session.do(Drawn(what=self._filler(phase)))
                else:
                    self.session.do(offered(phase, phase.turn)[0].act)
            shoe = self.session.phase.felt.shoe
            self._base = shoe.dealt if shoe is not None else 0
        self._catch_prisoners()

    def _may_bet(self) -> bool:
        given = offered(self.session.phase, 1)
        return any(offer.act.verb() == "bet" for offer in given)

    def _filler(self, phase: AnyPhase) -> int:
        """Return a card that does not appear in this round."""
        needed = {word.rpartition("=")[2] for word in self.cards_in_file}
        return next(
            (what for what, _ in phase.draws().items() if piece_name(what) not in needed),
            phase.draws().at(0),
        )

    def _catch_prisoners(self) -> None:
        """Imprison the stakes that earlier spins of zero had already put in prison."""
        prisoners = [(row, parts_of(row.bet)) for row in self.rows if self._is_caught(row) and row.stake]
        for times in range(max((name.times for _, name in prisoners), default=0), 0, -1):
            for row, name in prisoners:
                if name.times == times:
                    self._go_to_betting()
                    with suppress(NovamasError, AssertionError):
                        self.session.do(self._bet(row._replace(bet=name.spot)))
            self._spin_zero()
        if prisoners:
            self._go_to_betting()
            self.session.rounds = 0

    def _is_caught(self, row: Row) -> bool:
        """Return whether a stake is in prison. It never is in a game without prison."""
        return 0 < parts_of(row.bet).times <= MAX_TIMES and "imprison" in self.deeds

    def _go_to_betting(self) -> None:
        while not self._may_bet():
            self.session.do(offered(self.session.phase, CROUPIER)[0].act)

    def _spin_zero(self) -> None:
        rounds = self.session.rounds
        while self.session.rounds == rounds:
            phase = self.session.phase
            self.session.do(Drawn(what=0) if phase.turn is CHANCE else offered(phase, phase.turn)[0].act)

    # ---- the round

    def _pending(self) -> Iterator[Pending]:
        """Yield the deeds of the file in order: irregularities, colours of chips, acts and bets."""
        for row in self.rows:
            for text, after in parts_of_line(row.irregularity):
                deed = self._read(row, "irregularity", text, f"floor {text}")
                yield Pending(row.line, deed, after=after, waits=False)
        for seat, chip in {row.seat: row.chip for row in self.rows if row.chip}.items():
            if "take_colour" in self.deeds:
                yield Pending(self.line, self.deeds["take_colour"](seat, chip))  # type: ignore[call-arg]
        acts = self._acts()
        yield from acts[0]
        for row in self.rows:
            if row.bet and row.stake and not self._is_caught(row):
                yield Pending(row.line, self._bet(row))
        yield from acts[1]

    def _acts(self) -> tuple[list[Pending], list[Pending]]:
        """Return the acts that come before the bets, and the other acts.

        An example of an early act is to let others bet on a hand.
        """
        early: list[Pending] = []
        later: list[Pending] = []
        phase = self.session.phase
        for row in self.rows:
            for text, after in parts_of_line(row.acts):
                deed = self._read(row, "acts", text, text)
                lets_bet = deed.verb() in CONSENTS and getattr(deed, "yes", False)
                is_early = lets_bet or (not stakes(deed) and self._is_time(deed, phase))
                pending = Pending(row.line, deed, after=after, waits=not lets_bet)
                (early if is_early else later).append(pending)
        return early, later

    def _bet(self, row: Row) -> Deed:
        return self.deeds["bet"](row.seat, row.bet, row.stake)  # type: ignore[call-arg]

    def _read(self, row: Row, column: str, text: str, line: str) -> Deed:
        """Return the deed that a field of the file describes."""
        try:
            return read(self.deeds.values(), line)
        except NovamasError as why:
            raise InvalidInput(
                "rounds_unreadable",
                text_key="field_no_deed",
                path=self.file,
                line=row.line,
                column=column,
                given=text,
                why=why,
            ) from None

    def _step(self, pending: deque[Pending]) -> None:
        """Do the next possible deed of the file. If there is none, draw or take the first offer."""
        phase = self.session.phase
        for each in [*pending][:LONGEST_ROUND]:
            if len(self.out.drawn) >= each.after:
                refusal = self.session.why_not(each.deed)
                if refusal is None or self._is_time(each.deed, phase):
                    pending.remove(each)
                    self._do(each)
                    return
                each.refusal = each.refusal or refusal
            if each.waits:
                break  # the deeds after it wait for it
        if phase.turn is CHANCE:
            self._draw(phase)
        elif given := offered(phase, phase.turn):
            happening = self.session.happen(self._untold([offer.act for offer in given]))
            self.out.is_decided = happening.remedy is None
            self._note(happening)
        else:
            self.out.is_decided = False

    def _untold(self, acts: Sequence[Deed]) -> Deed:
        """Return an act that the file omits.

        If part of the stake was returned, the player took half. Otherwise the stake went to prison.
        """
        choices = {act.verb(): act for act in acts if act.verb() in ("take_half", "imprison")}
        if len(choices) < 2:
            return acts[0]
        spot = parts_of(str(getattr(choices["take_half"], "bet", ""))).spot
        rows = [row for row in self.rows if row.seat == acts[0].by and parts_of(row.bet).spot == spot]
        return choices["take_half" if any(row.returned for row in rows) else "imprison"]

    def _is_time(self, deed: Deed, phase: AnyPhase) -> bool:
        """Return whether this kind of deed is possible in the phase, whatever its details."""
        if isinstance(deed, Incident):
            return False
        return any(type(offer.act) is type(deed) for offer in offered(phase, deed.by))

    def _do(self, each: Pending) -> None:
        happening = self.session.happen(each.deed)
        if happening.remedy == "lost" and happening.refusal is None:
            self.out.is_decided = False
            return
        self._note(happening)
        for event in happening.events:
            if isinstance(event, Staked) and each.deed.verb() == "bet":
                self.names[event.seat, str(getattr(each.deed, "bet", event.bet))] = event.bet
                break
        if happening.refusal is not None and not self._is_untold_chip(each, happening.refusal):
            self._refused(each, happening)

    def _is_untold_chip(self, each: Pending, refusal: Refusal) -> bool:
        """Return whether any sum may be right, because the file omits the value of a player's own chips."""
        row = next(row for row in self.rows if row.line == each.line)
        return refusal.code == "broken_chip" and "take_colour" in self.deeds and not row.chip

    def _refused(self, each: Pending, happening: ContinuedStep) -> None:
        found = of_refusal(self.file, each.line, happening, self.table.game.slug)
        if found.kind == "unlawful_bet":
            row = next(row for row in self.rows if row.line == each.line)
            self.doubtful.append((row, found))
        else:
            self.out.found.append(found)

    def _note(self, happening: ContinuedStep) -> None:
        for each in (*happening.calls, happening):
            deed, events = each.deed, each.events
            self.out.paying.enter(deed, events)
            self.laying.enter(each.before, deed, events)
            self.showed += [event for event in events if is_open(event)]
            for event in events:
                if isinstance(event, Burned):
                    self._burned(event.place - self._base)
                elif isinstance(event, Slid) and "imprison" in self.deeds:
                    self._caught(event)
            if deed.verb() == "no_va_mas":
                self.out.stakes = {(seat, bet): cents for seat, bet, cents in each.before.felt.chips}

    def _caught(self, event: Slid) -> None:
        """Rename a stake that goes to prison. On the cloth it has another name than in the file."""
        for key, name in self.names.items():
            if (key[0], name) == (event.seat, event.bet):
                self.names[key] = event.to

    def _burned(self, at: int) -> None:
        """Insert a burn that the file omits. All later cards move by one position."""
        if 0 <= at <= len(self._left) and (at == len(self._left) or self._left[at] != BURN):
            self._left.insert(at, BURN)

    # ---- cards

    def _draw(self, phase: AnyPhase) -> None:
        """Apply the draw that the file states. The round cannot be decided if the file states none."""
        draws = phase.draws()
        self.observer.draws_from(draws, phase.clause)
        word = self.result if isinstance(draws, Wheel) else self._word(phase)
        card = word.rpartition("=")[2]
        what = None
        if card and card not in (UNSEEN, BURN):
            try:
                what = draws.code(card) if isinstance(draws, Wheel) else read_draw(card)
            except NovamasError:
                what = None
        if what is None:
            self._no_card(phase, word)
            return
        self.out.drawn.append(what)
        happening = self.session.happen(Drawn(what=what))
        if happening.refusal is not None:
            found = of_refusal(self.file, self.line, happening, self.table.game.slug)
            self.out.found.append(replace(found, found=card))
        if happening.remedy in ("lost", "left_out"):
            self.out.is_decided = False
            return
        self._note(happening)

    def _word(self, phase: AnyPhase) -> str:
        shoe = phase.draws()
        if not isinstance(shoe, Shoe):
            return self.result
        at = place_drawn(phase, shoe) - self._base
        while 0 <= at < len(self._left) and self._left[at] == BURN:
            del self._left[at]  # a burn that should not be there
        return self._left[at] if 0 <= at < len(self._left) else ""

    def _no_card(self, phase: AnyPhase, word: str) -> None:
        """Give up the round and add a departure.

        The file lacks a card that must come, or has an unknown one.
        """
        self.out.is_decided = False
        self.out.found.append(
            Departure(
                kind="impossible_card" if word else "card_out_of_order",
                file=self.file,
                line=self.line,
                clause=phase.clause,
                found=word,
                cents=phase.felt.cloth,
            )
        )

    # ---- the end

    def _leftover(self, pending: Iterable[Pending]) -> None:
        """Add a departure for each deed that was never lawful during this round."""
        if not self.out.is_decided:
            return
        for each in pending:
            refusal = each.refusal or self.session.why_not(each.deed)
            if refusal is None:  # the file has it after more draws than there were
                self._do(each)
                continue
            kind = kind_of(each.deed, refusal)
            happening = ContinuedStep(self.session.phase, each.deed, (), refusal, kind)
            self._refused(each, happening)

    def _compare(self) -> None:
        out, due = self.out, self.out.paying.due
        for row, found in self.doubtful:
            if (row.seat, row.bet) not in due:
                out.found.append(found)
        lawful = {(row.seat, row.bet) for row, _ in self.doubtful if (row.seat, row.bet) not in due}
        rows: dict[tuple[int, str], Row] = {}
        for row in self.rows:
            bet = self.names.get((row.seat, row.bet), row.bet)
            if row.bet and row.returned is not None and (row.seat, row.bet) not in lawful:
                out.claimed.append(Paid(row.seat, bet, row.returned))
                rows.setdefault((row.seat, bet), row)
        silent = {
            (row.seat, self.names.get((row.seat, row.bet), row.bet))
            for row in self.rows
            if row.returned is None
        }
        if out.claimed:
            for wrong in out.paying.wrongs(out.claimed):
                wrong = self._undecided(wrong)
                if (wrong.seat, wrong.bet) in silent or wrong.claimed == wrong.due.returned:
                    continue
                line = rows[wrong.seat, wrong.bet].line if (wrong.seat, wrong.bet) in rows else self.line
                out.found.append(of_wrong(self.file, line, wrong, self.showed))
        if self.cards_in_file:
            for each in disorders(self.laying.all(), self.cards_in_file):
                out.found.append(of_disorder(self.file, self.line, each, sum(out.stakes.values())))

    def _undecided(self, wrong: Wrong) -> Wrong:
        """Set the amount due to an undecided bet to its whole stake, which is still on the cloth."""
        felt = self.session.phase.felt
        stake = felt.on(wrong.seat, wrong.bet)
        if wrong.due.because or not stake:
            return wrong
        clause = str(getattr(felt, "ending_clause", self.session.phase.clause))
        return wrong._replace(due=Due(stake, stake, ()), clause=clause)


def cards_of(words: Iterable[str]) -> Counter[int]:
    """Return the cards that a round used, as far as the file states them."""
    found: Counter[int] = Counter()
    for word in words:
        with suppress(NovamasError):
            found[read_draw(word.rpartition("=")[2])] += 1
    return found
