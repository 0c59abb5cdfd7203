"""The engine compared with a kernel: the same draws from a stream must give the same payments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from random import Random

from novamas.equipment.chance import Draws, Source
from novamas.law import FaultySetup, Option, catalogue
from novamas.sim.deal_order import acts_of
from novamas.sim.play import Playable
from novamas.sim.seats import CompiledSeats
from novamas.sim.streams import below, stream_of
from novamas.table.deeds import Deed
from novamas.table.game import Table, Wager
from novamas.table.phases import AnyPhase
from novamas.table.roles import CHANCE, CROUPIER
from novamas.table.session import Session
from novamas.testing.rehearsal import opened

SEED = 20261116


class FromStream:
    """Chance as in the kernels: each draw is one of equally likely outcomes."""

    def __init__(self, seed: int, block: int) -> None:
        self.stream = stream_of(seed, block)

    def draw(self, draws: Draws) -> int:
        return draws.at(below(self.stream, draws.total))


class FromDeck:
    """Cards as the kernels deal them: the next card of the deck replaces a drawn card.

    A fresh deck or shoe is the last one after its cards were gathered in order.
    """

    def __init__(self, seed: int, block: int, cards: Sequence[int]) -> None:
        self.stream = stream_of(seed, block)
        self.cards = list(cards)

    def draw(self, draws: Draws) -> int:
        place = len(self.cards) - draws.total
        other = place + below(self.stream, draws.total)
        self.cards[place], self.cards[other] = self.cards[other], self.cards[place]
        assert draws.may_bring(self.cards[place])
        return self.cards[place]


def netted(play: Playable, block: int, rounds: int = 1, seed: int = SEED) -> Counter[int]:
    """Return the kernel's counts for the first rounds of a block."""
    return Counter(play.tally(rounds, play.count(rounds, seed=seed, first=block)).times)


def first_offer(phase: AnyPhase) -> Deed:
    return next(iter(phase.offers(phase.turn))).act


def rounds_at(
    table: Table, wager: Wager, source: Source, decide: Callable[[AnyPhase], Deed] = first_offer
) -> Iterator[int]:
    """Yield the net win of seat 1 in each round. After a round the seat takes back its free chips."""
    return (net for (net,) in rounds_of_seats(table, wager, 1, source, decide))


def rounds_of_seats(
    table: Table, wager: Wager, seats: int, source: Source, decide: Callable[[AnyPhase], Deed] = first_offer
) -> Iterator[tuple[int, ...]]:
    """Yield the net win of each betting seat in each round. Afterwards the seats take back free chips."""
    session = Session(table.opening, source, automatic=(CHANCE, CROUPIER))
    each, before = range(1, seats + 1), [0] * seats
    while True:
        waiting = [act for seat in each for act in acts_of(wager, seat) if act.verb() != "cut"]
        played = session.rounds
        while waiting or session.rounds == played or any(is_bound(session.phase, seat) for seat in each):
            if waiting and session.why_not(waiting[0]) is None:
                session.do(waiting.pop(0))
            else:
                session.do(session.next_deed() or decide(session.phase))
        for seat in range(1, session.phase.seats() + 1):
            while taken := [offer.act for offer in session.offers(seat) if offer.act.verb() == "withdraw"]:
                session.do(taken[0])
        words = (getattr(event, "words", "") for events in session.deed_events for event in events)
        annulled = session.rounds == played + 1 and any("anulada" in said for said in words)
        session.forget()
        now = [session.ledger.players[seat] for seat in each]
        if not annulled:  # then no round was played, and nothing was won or lost
            yield tuple(after - once for after, once in zip(now, before, strict=True))
        before = now


def is_bound(phase: AnyPhase, seat: int) -> bool:
    """Return whether a seat has chips on the cloth that it cannot take back."""
    return phase.felt.of(seat) > phase.free(seat)


def assert_same_seats(play: CompiledSeats, rounds: Iterator[tuple[int, ...]], many: int, block: int) -> None:
    """Check that each seat nets the same on the engine and in the kernel, in a block's first rounds."""
    ends = play.outcomes(many, seed=SEED, first=block)
    assert list(map(tuple, ends.nets.tolist())) == list(islice(rounds, many))


def assert_same_coups(play: Playable, rounds: Iterator[int], prefixes: Sequence[int], block: int) -> None:
    """Check that the first rounds of a block have the same net win on the engine and in the kernel."""
    nets = list(islice(rounds, max(prefixes)))
    for many in prefixes:
        assert netted(play, block, many) == Counter(nets[:many]), many


def any_tables(game: str, norm: str, seed: int, many: int) -> Iterator[Table]:
    """Yield the usual table, then tables with random lawful choices of the house."""
    rng, frame = Random(seed), catalogue.under(norm)[game]
    yield opened(game, norm)
    while many > 1:
        names = rng.sample(sorted(frame.options), rng.randint(1, 4))
        try:
            yield opened(game, norm, **{name: any_value(frame.options[name], rng) for name in names})
        except FaultySetup:
            continue
        many -= 1


def any_value(option: Option, rng: Random) -> object:
    """Return a value within the bounds of a choice, mostly close to the usual one."""
    if option.unit == "flag":
        return rng.random() < 0.5
    if option.one_of:
        return (rng.choice(option.one_of),) if option.unit == "names" else rng.choice(option.one_of)
    usual = option.default if isinstance(option.default, int | Fraction) else 1000
    least = 0 if option.least is None else option.least
    most = 10 * usual + 1000 if option.most is None else min(option.most, 10 * usual + 1000)
    if option.unit == "fraction":
        return least + (most - least) * Fraction(rng.randint(0, 20), 20)
    if option.unit == "names":
        return ()
    return rng.randint(int(least), max(int(least), int(most)))
