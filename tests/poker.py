"""A table of banked poker for tests: open it, deal chosen cards, look at what was paid; walk a small deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from msgspec.structs import replace

from novamas.games import game
from novamas.kit.cards import cards
from novamas.kit.chance import Seeded
from novamas.kit.shoe import Shoe
from novamas.law import Fault, Faulty, catalogue
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Event, Events, Payment
from novamas.table.game import Table, open_table
from novamas.table.ledger import Ledger
from novamas.table.people import CHANCE, CROUPIER, FLOOR, Who
from novamas.table.phases import AnyPhase
from novamas.table.refusals import Refusal
from novamas.table.session import Session


def opened(slug: str, norm: str, **choices: Any) -> Table:
    frame = catalogue.under(norm)[slug]
    return open_table(game(slug), frame, {**frame.examples, **choices})


def faults_of(slug: str, norm: str, **choices: Any) -> dict[str, Fault]:
    """The faults of a table that may not be opened, by their codes."""
    try:
        opened(slug, norm, **choices)
    except Faulty as faulty:
        return {fault.code: fault for fault in faulty.faults}
    return {}


class Poker:
    """A table at which the cards come as the test says."""

    def __init__(self, slug: str, norm: str, **choices: Any) -> None:
        self.opened = opened(slug, norm, **choices)
        self.session = Session(self.opened.opening, NoChance(), automatic=())
        self.events: list[Event] = []

    @property
    def phase(self) -> AnyPhase:
        return self.session.phase

    @property
    def phase_name(self) -> str:
        return type(self.phase).__name__

    def do(self, *deeds: Deed) -> Events:
        """These deeds; what was noticed."""
        told: list[Event] = []
        for deed in deeds:
            told.extend(self.session.do(deed))
        self.events.extend(told)
        return tuple(told)

    def deal(self, text: str) -> Events:
        """These cards come, in this order."""
        told = self.do(*(Drawn(what=card) for card in cards(text)))
        return tuple(told)

    def why_not(self, deed: Deed) -> Refusal:
        refusal = self.session.why_not(deed)
        assert refusal is not None, f"{deed} is lawful"
        return refusal

    def may(self, deed: Deed) -> bool:
        return self.session.why_not(deed) is None

    def verbs(self, who: Who) -> set[str]:
        return {offer.act.verb() for offer in self.session.offers(who)}

    def paid(self, seat: int = 1) -> dict[str, tuple[int, int]]:
        """By bet: what was staked and what came back."""
        return {
            event.bet: (event.stake, event.returned)
            for event in self.events
            if isinstance(event, Payment) and event.seat == seat
        }

    def clauses(self, bet: str, seat: int = 1) -> tuple[str, ...]:
        """The clauses of the last payment on a bet."""
        return next(
            event.clauses
            for event in reversed(self.events)
            if isinstance(event, Payment) and (event.seat, event.bet) == (seat, bet)
        )

    def net(self, seat: int = 1) -> int:
        return self.session.ledger.players[seat]


class NoChance:
    """A source that never draws: the test deals."""

    def draw(self, draws: object) -> int:
        raise AssertionError("the test deals the cards")


# ---------------------------------------------------------------- walking a small deck


def with_deck(phase: AnyPhase, deck: Iterable[int]) -> AnyPhase:
    """The moment before the first card, with only these cards in the deck."""
    return replace(phase, felt=replace(phase.felt, shoe=Shoe.of(deck)))


def ready_to_deal(opening: AnyPhase, *bets: Deed) -> AnyPhase:
    """The bets are laid and closed."""
    session = Session(opening, NoChance(), automatic=())
    for bet in bets:
        session.do(bet)
    while session.phase.turn is CROUPIER:
        session.do(next(iter(session.phase.offers(CROUPIER))).act)
    assert session.phase.turn in (CHANCE, FLOOR)
    return session.phase


def unordered(phase: AnyPhase) -> Hashable:
    """Moments that differ only in the order in which cards came are alike."""
    piles = tuple(
        (pile.owner, tuple(sorted((-1 if held.card is None else held.card, held.up) for held in pile.cards)))
        for pile in phase.felt.piles
    )
    fields = tuple(getattr(phase, name) for name in phase.__struct_fields__ if name != "felt")
    left = phase.felt.shoe.left if phase.felt.shoe else b""
    return type(phase).__name__, piles, phase.felt.chips, fields, left, getattr(phase.felt, "bought", ())


# ---------------------------------------------------------------- many rounds of the engine itself


def nets(
    opening: AnyPhase, bets: Iterable[Deed], decide: Callable[[AnyPhase], Deed], rounds: int, seed: int
) -> Counter[int]:
    """What seat 1 wins in so many rounds that begin with these bets, `decide` deciding for it: how often."""
    source, found = Seeded(seed), Counter[int]()
    start = ready_to_deal(opening, *bets)
    staked = start.felt.of(1)
    for _ in range(rounds):
        phase, ledger = start, Ledger()
        while not phase.rest:
            if phase.turn is CHANCE:
                phase, events = phase.drawn(source.draw(phase.draws()))
            else:
                phase, events = phase.after(decide(phase))
            ledger.enter(events)
        found[ledger.players[1] - staked] += 1
    return found
